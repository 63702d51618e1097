//! A value that fits a schema, for calls that nobody filled in.
//!
//! The same schema always gives the same value. It is the best that one reading
//! can do: every keyword that says what a value looks like is followed, but
//! nothing is searched for, and keywords that only forbid (`not`, `if`) are not
//! weighed. Whatever the schema, the value is bounded in depth and size, also
//! when the schema refers to itself.

mod array;
mod number;
mod object;
mod pattern;
mod text;

#[cfg(test)]
mod tests;

use super::reference::resolve;
use serde_json::{Map, Value};

/// How deep values may be nested.
const DEPTH: usize = 12;

/// From this depth on, what ends soonest is chosen.
const DEEP: usize = 4;

/// How many schemas that apply to one value are looked at.
const PARTS: usize = 64;

/// How large the value may become, in values and characters.
const SIZE: usize = 20_000;

/// Arguments for a tool with this input schema.
///
/// Everything required is there. A schema that requires nothing gets every property it names,
/// because a call without arguments says little about a tool.
///
/// ```
/// use mcp_inspector_core::schema::sample_arguments;
/// # use serde_json::json;
/// let schema = json!({
///     "type": "object",
///     "properties": { "a": { "type": "number" }, "unit": { "enum": ["m", "km"] }, "note": { "type": "string" } },
///     "required": ["a", "unit"],
/// });
/// let arguments = sample_arguments(schema.as_object().unwrap());
/// assert_eq!(json!(arguments), json!({ "a": 1, "unit": "m" }));
/// ```
pub fn sample_arguments(schema: &Map<String, Value>) -> Map<String, Value> {
    let sampler = Sampler { root: Some(schema), size: SIZE, arguments: true };
    match sampler.whole() {
        Value::Object(arguments) => arguments,
        _ => Map::new(),
    }
}

/// A value that fits `schema`.
///
/// ```
/// use mcp_inspector_core::schema::sample;
/// # use serde_json::json;
/// let schema = json!({ "type": "array", "items": { "type": "integer", "minimum": 7 }, "minItems": 2 });
/// assert_eq!(sample(&schema), json!([7, 7]));
/// ```
pub fn sample(schema: &Value) -> Value {
    Sampler { root: schema.as_object(), size: SIZE, arguments: false }.whole()
}

/// A value that fits all of `schemas`, which are parts of `root`.
pub(crate) fn sample_of_all<'a>(
    root: Option<&'a Map<String, Value>>,
    schemas: impl IntoIterator<Item = &'a Map<String, Value>>,
) -> Value {
    let mut sampler = Sampler { root, size: SIZE, arguments: false };
    let mut parts = Parts::default();
    for schema in schemas {
        parts.apply_map(&sampler, schema, 0);
    }
    sampler.value(&parts, 0, 0)
}

/// All schemas that apply to one value: what stands there, what it refers to, what it is all of,
/// and one of what it is any of.
#[derive(Default)]
struct Parts<'a> {
    maps: Vec<&'a Map<String, Value>>,
}

impl<'a> Parts<'a> {
    fn apply(&mut self, sampler: &Sampler<'a>, schema: &'a Value, depth: usize) {
        if let Value::Object(map) = schema {
            self.apply_map(sampler, map, depth);
        }
    }

    fn apply_map(&mut self, sampler: &Sampler<'a>, map: &'a Map<String, Value>, depth: usize) {
        // A schema that is there already adds nothing, and would never end.
        let is_known = self.maps.iter().any(|known| std::ptr::eq(*known, map));
        if is_known || self.maps.len() >= PARTS {
            return;
        }
        self.maps.push(map);
        for name in ["$ref", "$dynamicRef"] {
            let reference = map.get(name).and_then(Value::as_str);
            if let Some(target) = reference.and_then(|name| resolve(sampler.root?, name)) {
                self.apply_map(sampler, target, depth);
            }
        }
        for schema in map.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            self.apply(sampler, schema, depth);
        }
        for name in ["oneOf", "anyOf"] {
            let branches = map.get(name).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
            if let Some(branch) = self.choose(branches, depth) {
                self.apply(sampler, branch, depth);
            }
        }
    }

    /// The first branch that can be told to be possible; deep down, the first that ends.
    fn choose(&self, branches: &'a [Value], depth: usize) -> Option<&'a Value> {
        let kind = self.get("type").and_then(Value::as_str);
        let fits = |branch: &&Value| {
            let own = branch.get("type").and_then(Value::as_str);
            **branch != Value::Bool(false) && (kind.is_none() || own.is_none() || kind == own)
        };
        let is_null = |branch: &Value| branch.get("type").is_some_and(|kind| kind == "null");
        let goes_on = |branch: &Value| {
            ["$ref", "properties", "items", "allOf"].iter().any(|name| branch.get(name).is_some())
        };
        let best = if depth >= DEEP {
            branches.iter().filter(fits).find(|branch| !goes_on(branch))
        } else {
            branches.iter().filter(fits).find(|branch| !is_null(branch))
        };
        best.or_else(|| branches.iter().find(fits)).or(branches.first())
    }

    /// The keyword `name`, where it is said first.
    fn get(&self, name: &str) -> Option<&'a Value> {
        self.maps.iter().find_map(|map| map.get(name))
    }

    /// What every part says for the keyword `name`.
    fn all<'s>(&'s self, name: &'s str) -> impl Iterator<Item = &'a Value> + 's {
        self.maps.iter().filter_map(move |map| map.get(name))
    }

    /// A count such as `minItems`: the strictest one.
    fn least(&self, name: &str) -> usize {
        let counts = self.all(name).filter_map(count);
        counts.max().unwrap_or(0)
    }

    /// A count such as `maxItems`: the strictest one.
    fn most(&self, name: &str) -> usize {
        let counts = self.all(name).filter_map(count);
        counts.min().unwrap_or(usize::MAX)
    }

    /// A value that the schema names itself. `variant` tells values apart that must differ.
    fn literal(&self, variant: usize) -> Option<&'a Value> {
        let first = |name| self.get(name).and_then(Value::as_array).and_then(|values| values.first());
        let named = self.get("const").or_else(|| {
            if variant > 0 {
                return None;
            }
            self.get("default").or_else(|| first("examples")).or_else(|| self.get("example"))
        });
        named.or_else(|| {
            let values = self.get("enum")?.as_array()?;
            values.get(variant).or(values.first())
        })
    }

    /// The type, stated or told by the other keywords.
    fn kind(&self) -> &'a str {
        let stated = self.all("type").find_map(|kind| match kind {
            Value::String(kind) => Some(kind.as_str()),
            Value::Array(kinds) => {
                let mut names = kinds.iter().filter_map(Value::as_str);
                names.clone().find(|kind| *kind != "null").or_else(|| names.next())
            }
            _ => None,
        });
        let told = || {
            let hints: [(&str, &[&str]); 3] = [
                ("object", &["properties", "required", "additionalProperties", "minProperties"]),
                ("array", &["items", "prefixItems", "minItems", "contains"]),
                ("number", &["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]),
            ];
            let hint = hints.iter().find(|(_, names)| names.iter().any(|name| self.get(name).is_some()));
            hint.map_or("string", |(kind, _)| kind)
        };
        stated.unwrap_or_else(told)
    }
}

fn count(value: &Value) -> Option<usize> {
    // Some write 1.0 where they mean 1.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast saturates, as it should"
    )]
    value.as_f64().map(|count| count as usize)
}

/// One sample in the making.
struct Sampler<'a> {
    /// What references point into; none when the schema is only `true` or `false`.
    root: Option<&'a Map<String, Value>>,
    /// How much larger the value may become.
    size: usize,
    /// Whether the outermost value is the arguments of a call.
    arguments: bool,
}

impl<'a> Sampler<'a> {
    fn whole(mut self) -> Value {
        let mut parts = Parts::default();
        if let Some(root) = self.root {
            parts.apply_map(&self, root, 0);
        }
        self.value(&parts, 0, 0)
    }

    /// A value for one of the schemas in `schemas`, all of which apply.
    fn of(&mut self, schemas: impl IntoIterator<Item = &'a Value>, depth: usize, variant: usize) -> Value {
        let mut parts = Parts::default();
        for schema in schemas {
            parts.apply(self, schema, depth);
        }
        self.value(&parts, depth, variant)
    }

    fn value(&mut self, parts: &Parts<'a>, depth: usize, variant: usize) -> Value {
        if let Some(literal) = parts.literal(variant)
            && self.spend(weight(literal))
        {
            return literal.clone();
        }
        // Even at the end, a value of the right type says more than none.
        let is_over = !self.spend(1) || depth >= DEPTH;
        match parts.kind() {
            "object" if is_over => Value::Object(Map::new()),
            "array" if is_over => Value::Array(Vec::new()),
            "object" => self.object(parts, depth),
            "array" => self.array(parts, depth),
            "number" => number::sample(parts, false, variant),
            "integer" => number::sample(parts, true, variant),
            "boolean" => Value::Bool(variant % 2 == 1),
            "null" => Value::Null,
            _ => self.text(parts, variant),
        }
    }

    /// Takes from what is left; false, and nothing is taken, when that is too little.
    fn spend(&mut self, size: usize) -> bool {
        let left = self.size.checked_sub(size);
        self.size = left.unwrap_or(self.size);
        left.is_some()
    }
}

/// How large a value is: values and characters.
fn weight(value: &Value) -> usize {
    match value {
        Value::String(text) => 1 + text.len(),
        Value::Array(items) => 1 + items.iter().map(weight).sum::<usize>(),
        Value::Object(map) => 1 + map.iter().map(|(name, value)| name.len() + weight(value)).sum::<usize>(),
        _ => 1,
    }
}
