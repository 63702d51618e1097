//! Templates for URIs (RFC 6570), as resource templates have them: which variables there are, and the URI
//! that values make of it. Values are texts, since that is what a user types.

use std::collections::BTreeMap;

/// A template, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UriTemplate {
    parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    Expression { operator: Operator, variables: Vec<Variable> },
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Variable {
    name: String,
    /// Only so many characters of the value.
    prefix: Option<usize>,
}

/// How the values of an expression are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Operator {
    first: &'static str,
    separator: &'static str,
    /// Whether names are written too.
    named: bool,
    /// What follows the name of a value that is empty.
    if_empty: &'static str,
    /// Whether characters that mean something in URIs stay as they are.
    reserved: bool,
}

/// What is wrong with a template.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TemplateError {
    /// A brace without its partner.
    #[error("the template has a brace without its partner at character {at}")]
    Unbalanced {
        /// Where, counted from 0.
        at: usize,
    },
    /// An expression that is none.
    #[error("`{{{expression}}}` in the template is no expression of RFC 6570")]
    NotAnExpression {
        /// What stands between the braces.
        expression: String,
    },
}

impl UriTemplate {
    /// Takes a template apart.
    pub fn read(template: &str) -> Result<Self, TemplateError> {
        let at = |rest: &str| template.chars().count() - rest.chars().count();
        let mut parts = Vec::new();
        let mut rest = template;
        while !rest.is_empty() {
            let text = &rest[..rest.find(['{', '}']).unwrap_or(rest.len())];
            if !text.is_empty() {
                parts.push(Part::Text(text.to_owned()));
            }
            rest = &rest[text.len()..];
            let Some(inner) = rest.strip_prefix('{') else {
                if rest.is_empty() {
                    break;
                }
                return Err(TemplateError::Unbalanced { at: at(rest) });
            };
            let Some((expression, after)) = inner.split_once('}') else {
                return Err(TemplateError::Unbalanced { at: at(rest) });
            };
            parts.push(Part::read(expression)?);
            rest = after;
        }
        Ok(UriTemplate { parts })
    }

    /// The names of its variables, each once, in order.
    pub fn variables(&self) -> Vec<&str> {
        let mut names = Vec::new();
        for part in &self.parts {
            let Part::Expression { variables, .. } = part else { continue };
            for variable in variables {
                if !names.contains(&variable.name.as_str()) {
                    names.push(variable.name.as_str());
                }
            }
        }
        names
    }

    /// The URI that `values` make of it. Variables without a value are left out.
    pub fn expand(&self, values: &BTreeMap<String, String>) -> String {
        let mut uri = String::new();
        for part in &self.parts {
            match part {
                Part::Text(text) => encode(text, true, &mut uri),
                Part::Expression { operator, variables } => {
                    let known =
                        variables.iter().filter_map(|variable| Some((variable, values.get(&variable.name)?)));
                    for (index, (variable, value)) in known.enumerate() {
                        uri.push_str(if index == 0 { operator.first } else { operator.separator });
                        let end = variable.prefix.and_then(|most| value.char_indices().nth(most));
                        let value = &value[..end.map_or(value.len(), |(end, _)| end)];
                        if operator.named {
                            encode(&variable.name, true, &mut uri);
                            uri.push_str(if value.is_empty() { operator.if_empty } else { "=" });
                        }
                        encode(value, operator.reserved, &mut uri);
                    }
                }
            }
        }
        uri
    }
}

impl Part {
    fn read(expression: &str) -> Result<Self, TemplateError> {
        let (operator, names) = Operator::of(expression);
        let variables: Option<Vec<Variable>> = names.split(',').map(Variable::read).collect();
        let wrong = || TemplateError::NotAnExpression { expression: expression.to_owned() };
        Ok(Part::Expression { operator, variables: variables.ok_or_else(wrong)? })
    }
}

impl Variable {
    fn read(text: &str) -> Option<Self> {
        // To explode a text is to write it as it is.
        let text = text.strip_suffix('*').unwrap_or(text);
        let (name, prefix) = match text.split_once(':') {
            Some((name, most)) => (name, Some(most.parse().ok().filter(|most| (1..10_000).contains(most))?)),
            None => (text, None),
        };
        // Servers call their variables all kinds of things, so only what cannot be a name is refused.
        let is_fit = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | '%');
        let is_name = !name.is_empty() && name.chars().all(is_fit);
        is_name.then(|| Variable { name: name.to_owned(), prefix })
    }
}

impl Operator {
    const SIMPLE: Operator =
        Operator { first: "", separator: ",", named: false, if_empty: "", reserved: false };

    fn of(expression: &str) -> (Self, &str) {
        let simple = Operator::SIMPLE;
        let named = Operator { named: true, ..simple };
        let operator = match expression.chars().next() {
            Some('+') => Operator { reserved: true, ..simple },
            Some('#') => Operator { first: "#", reserved: true, ..simple },
            Some('.') => Operator { first: ".", separator: ".", ..simple },
            Some('/') => Operator { first: "/", separator: "/", ..simple },
            Some(';') => Operator { first: ";", separator: ";", ..named },
            Some('?') => Operator { first: "?", separator: "&", if_empty: "=", ..named },
            Some('&') => Operator { first: "&", separator: "&", if_empty: "=", ..named },
            _ => return (simple, expression),
        };
        (operator, &expression[1..])
    }
}

/// Writes a text as part of a URI.
fn encode(text: &str, keeps_reserved: bool, uri: &mut String) {
    let bytes = text.as_bytes();
    for (index, byte) in bytes.iter().enumerate() {
        let is_unreserved = byte.is_ascii_alphanumeric() || b"-._~".contains(byte);
        let is_reserved = b":/?#[]@!$&'()*+,;=".contains(byte);
        let is_escape = *byte == b'%'
            && bytes.get(index + 1..index + 3).is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit));
        if is_unreserved || (keeps_reserved && (is_reserved || is_escape)) {
            uri.push(char::from(*byte));
        } else {
            const HEX: &[u8; 16] = b"0123456789ABCDEF";
            uri.push('%');
            uri.push(char::from(HEX[usize::from(byte >> 4)]));
            uri.push(char::from(HEX[usize::from(byte & 15)]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn expanded(template: &str) -> String {
        let values = [
            ("var", "value"),
            ("hello", "Hello World!"),
            ("path", "/foo/bar"),
            ("empty", ""),
            ("x", "1024"),
            ("y", "768"),
            ("half", "50%"),
            ("umlaut", "ü"),
        ];
        let values = values.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        UriTemplate::read(template).unwrap().expand(&values)
    }

    /// The examples of RFC 6570 for values that are texts.
    #[test]
    fn templates_become_uris_as_the_rfc_says() {
        for (template, uri) in [
            ("{var}", "value"),
            ("{hello}", "Hello%20World%21"),
            ("{half}", "50%25"),
            ("{+half}", "50%25"),
            ("O{empty}X", "OX"),
            ("O{undef}X", "OX"),
            ("{x,y}", "1024,768"),
            ("{x,hello,y}", "1024,Hello%20World%21,768"),
            ("?{x,empty}", "?1024,"),
            ("?{undef,y}", "?768"),
            ("{var:3}", "val"),
            ("{var:30}", "value"),
            ("{+hello}", "Hello%20World!"),
            ("{+path}/here", "/foo/bar/here"),
            ("{+path:6}/here", "/foo/b/here"),
            ("X{#var}", "X#value"),
            ("{#path,x}/here", "#/foo/bar,1024/here"),
            ("X{.var}", "X.value"),
            ("X{.x,y}", "X.1024.768"),
            ("{/var,x}/here", "/value/1024/here"),
            ("{/var:1,var}", "/v/value"),
            ("{;x,y}", ";x=1024;y=768"),
            ("{;x,y,empty}", ";x=1024;y=768;empty"),
            ("{?x,y}", "?x=1024&y=768"),
            ("{?x,y,empty}", "?x=1024&y=768&empty="),
            ("?fixed=yes{&x}", "?fixed=yes&x=1024"),
            ("demo://{umlaut}/ü", "demo://%C3%BC/%C3%BC"),
            ("{var*}", "value"),
        ] {
            assert_eq!(expanded(template), uri, "{template}");
        }
    }

    #[test]
    fn what_is_no_template_is_refused_with_the_place() {
        assert_eq!(UriTemplate::read("ab{c"), Err(TemplateError::Unbalanced { at: 2 }));
        assert_eq!(UriTemplate::read("ü}c"), Err(TemplateError::Unbalanced { at: 1 }));
        for expression in ["", "a b", "a:0", "a:99999", "a,,b", "{", "!a"] {
            assert!(UriTemplate::read(&format!("x{{{expression}}}")).is_err(), "{expression}");
        }
    }

    #[test]
    fn each_variable_is_named_once() {
        let template = UriTemplate::read("/{a}/{b}{?a,c*,d:3}").unwrap();
        assert_eq!(template.variables(), ["a", "b", "c", "d"]);
    }

    proptest! {
        #[test]
        fn no_value_can_break_out_of_its_place(value in ".{0,20}") {
            let values = [("v".to_owned(), value)].into_iter().collect();
            let uri = UriTemplate::read("a/{v}/b").unwrap().expand(&values);
            prop_assert_eq!(uri.matches('/').count(), 2);
            prop_assert!(uri.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~/%".contains(&byte)));
        }

        #[test]
        fn any_text_is_a_template_or_told_to_be_none(text in ".{0,30}") {
            let _ = UriTemplate::read(&text);
        }
    }
}
