//! The dialects of JSON Schema.

use jsonschema::Draft;
use jsonschema::meta::MetaValidator;
use serde_json::Value;

/// The dialect that `schema` names; 2020-12 when it names none.
pub(crate) fn dialect(schema: &Value) -> Option<Draft> {
    let Some(name) = schema.get("$schema") else { return Some(Draft::Draft202012) };
    let name = name.as_str()?.trim_end_matches('#');
    let name = name.strip_prefix("https://").or_else(|| name.strip_prefix("http://"))?;
    Some(match name {
        "json-schema.org/draft/2020-12/schema" => Draft::Draft202012,
        "json-schema.org/draft/2019-09/schema" => Draft::Draft201909,
        "json-schema.org/draft-07/schema" => Draft::Draft7,
        "json-schema.org/draft-06/schema" => Draft::Draft6,
        "json-schema.org/draft-04/schema" => Draft::Draft4,
        _ => return None,
    })
}

/// Whether nothing counts beside `$ref` in the dialect of `schema`.
pub(super) fn is_old(schema: &Value) -> bool {
    matches!(dialect(schema), Some(Draft::Draft4 | Draft::Draft6 | Draft::Draft7))
}

/// What judges schemas of that dialect.
pub(super) fn meta_validator(draft: Draft) -> Option<MetaValidator<'static>> {
    Some(match draft {
        Draft::Draft4 => jsonschema::draft4::meta::validator(),
        Draft::Draft6 => jsonschema::draft6::meta::validator(),
        Draft::Draft7 => jsonschema::draft7::meta::validator(),
        Draft::Draft201909 => jsonschema::draft201909::meta::validator(),
        Draft::Draft202012 => jsonschema::draft202012::meta::validator(),
        _ => return None,
    })
}
