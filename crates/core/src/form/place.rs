//! A place of the form that an edit names, whether anything stands there or not.

use super::plan::{Plan, Planned, plan};
use super::pointer::index;
use super::scope::Scope;
use super::shape::Shape;
use super::union;
use crate::Raw;

/// A place that is in the value, or that the schema has for it.
pub(super) struct Place<'s> {
    pub(super) shape: Shape<'s>,
    /// What stands there; none when nothing does.
    pub(super) value: Option<Raw>,
}

impl<'s> Place<'s> {
    /// The place at the end of `steps`; none when there is none.
    pub(super) fn find(scope: &Scope<'s>, whole: &Raw, steps: &[String]) -> Option<Self> {
        let mut place = Place { shape: Shape::whole(scope, Some(whole)), value: Some(whole.clone()) };
        for step in steps {
            place = place.below(scope, step)?;
        }
        Some(place)
    }

    /// What is there, unless it is null, which is as good as nothing.
    pub(super) fn something(&self) -> Option<&Raw> {
        self.value.as_ref().filter(|value| value.as_str() != "null")
    }

    /// What kind of place it is.
    pub(super) fn planned(&self, scope: &Scope<'s>) -> Planned<'s> {
        plan(scope, self.shape.clone(), self.something())
    }

    /// The same with the alternative that the value is.
    pub(super) fn settled(&self, scope: &Scope<'s>) -> Planned<'s> {
        let mut planned = self.planned(scope);
        // Alternatives can be alternatives of themselves.
        for _ in 0..16 {
            let Plan::Union(alternatives) = &mut planned.plan else { break };
            let chosen = match self.something() {
                Some(value) => union::choose(scope, alternatives, value).ok(),
                None => None,
            };
            let Some(chosen) = chosen else { break };
            planned = plan(scope, alternatives.swap_remove(chosen).shape, self.something());
        }
        planned
    }

    fn below(&self, scope: &Scope<'s>, step: &str) -> Option<Self> {
        let Planned { shape, plan, .. } = self.settled(scope);
        let something = self.something();
        let value = something.and_then(|value| match value.elements() {
            Some(elements) => elements.into_iter().nth(index(step)?),
            None => value.member(step),
        });
        let shape = match plan {
            Plan::Object if value.is_some() || shape.fields().contains(&step) => {
                shape.member(scope, step, value.as_ref())
            }
            Plan::Map if value.is_some() => shape.member(scope, step, value.as_ref()),
            Plan::Array if value.is_some() => shape.item(scope, index(step)?, value.as_ref()),
            Plan::Tuple if value.is_some() || index(step)? < shape.prefix_len() => {
                shape.item(scope, index(step)?, value.as_ref())
            }
            // Nothing is said about what is there.
            _ if value.is_some() => Shape::of(scope, [], None),
            _ => return None,
        };
        Some(Place { shape, value })
    }
}
