//! Tools that show what a result can be made of. All of them only read.

use rmcp::{
    Json, RoleServer,
    handler::server::wrapper::Parameters,
    model::{CallToolResult, ContentBlock},
    schemars::JsonSchema,
    service::RequestContext,
    tool, tool_router,
};
use serde::{Deserialize, Serialize};

use super::{AUDIO_SINCE, LINKS_SINCE, speaks, text};
use crate::{
    media,
    resources::{self, Address},
    server::DemoServer,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
struct EchoArguments {
    /// The text to send back.
    message: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
struct AddArguments {
    /// The first number.
    a: f64,
    /// The second number.
    b: f64,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
struct Sum {
    /// `a` plus `b`.
    sum: f64,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
struct WeatherArguments {
    /// Where to look.
    place: Place,
    /// The scale of the temperature.
    #[serde(default)]
    units: Units,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
struct Place {
    /// The name of a city; any text will do.
    city: String,
    /// The country, if the city alone is not clear.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    country: Option<String>,
}

#[derive(Debug, Default, Clone, Copy, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(crate = "rmcp::schemars")]
enum Units {
    #[default]
    Celsius,
    Fahrenheit,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
struct Weather {
    /// The place that was asked for.
    place: Place,
    temperature: Temperature,
    sky: Sky,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
struct Temperature {
    value: f64,
    units: Units,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(crate = "rmcp::schemars")]
enum Sky {
    Clear,
    Cloudy,
    Rain,
    Snow,
}

#[tool_router(router = content_tools, vis = "pub(super)")]
impl DemoServer {
    #[tool(
        title = "Echo",
        description = "Returns `message` unchanged, as text.",
        annotations(read_only_hint = true, idempotent_hint = true, open_world_hint = false)
    )]
    fn echo(Parameters(arguments): Parameters<EchoArguments>) -> CallToolResult {
        text(arguments.message)
    }

    #[tool(
        title = "Add two numbers",
        description = "Returns `{\"sum\": a + b}` as structured content that follows the output \
                       schema, and the same as text for clients that read only text.",
        annotations(read_only_hint = true, idempotent_hint = true, open_world_hint = false)
    )]
    fn add(Parameters(AddArguments { a, b }): Parameters<AddArguments>) -> Json<Sum> {
        Json(Sum { sum: a + b })
    }

    #[tool(
        title = "Weather",
        description = "Returns invented weather as structured content with nested objects. The \
                       weather depends on the letters of the city only, so it never changes.",
        annotations(read_only_hint = true, idempotent_hint = true, open_world_hint = false)
    )]
    fn weather(Parameters(arguments): Parameters<WeatherArguments>) -> Json<Weather> {
        let WeatherArguments { place, units } = arguments;
        let letters: u32 = place.city.to_lowercase().chars().map(u32::from).sum();
        let celsius = f64::from(letters % 40) - 5.0;
        let sky = match letters % 3 {
            _ if celsius < 0.0 => Sky::Snow,
            0 => Sky::Clear,
            1 => Sky::Cloudy,
            _ => Sky::Rain,
        };
        let value = match units {
            Units::Celsius => celsius,
            Units::Fahrenheit => celsius * 1.8 + 32.0,
        };
        let temperature = Temperature { value, units };
        Json(Weather { place, temperature, sky })
    }

    #[tool(
        title = "Picture",
        description = "Returns an image: a PNG of 48 by 48 pixels.",
        annotations(read_only_hint = true, idempotent_hint = true, open_world_hint = false)
    )]
    fn picture() -> CallToolResult {
        CallToolResult::success(vec![image()])
    }

    #[tool(
        title = "Sound",
        description = "Returns audio: a WAV of a quarter second.",
        annotations(read_only_hint = true, idempotent_hint = true, open_world_hint = false)
    )]
    fn sound() -> CallToolResult {
        CallToolResult::success(vec![audio()])
    }

    #[tool(
        title = "Link to a resource",
        description = "Returns a link to the resource `demo://readme`, without its text.",
        annotations(read_only_hint = true, idempotent_hint = true, open_world_hint = false)
    )]
    fn link() -> CallToolResult {
        CallToolResult::success(vec![ContentBlock::resource_link(resources::readme())])
    }

    #[tool(
        title = "Embedded resource",
        description = "Returns the resource `demo://readme` with its text.",
        annotations(read_only_hint = true, idempotent_hint = true, open_world_hint = false)
    )]
    fn embed() -> CallToolResult {
        CallToolResult::success(vec![embedded()])
    }

    #[tool(
        title = "Every kind of content",
        description = "Returns a text, an image, audio, a resource link and an embedded resource, \
                       in this order, without those the client's revision does not know.",
        annotations(read_only_hint = true, idempotent_hint = true, open_world_hint = false)
    )]
    #[expect(clippy::needless_pass_by_value, reason = "the router hands the context over as a value")]
    fn all_content(context: RequestContext<RoleServer>) -> CallToolResult {
        let mut blocks = vec![ContentBlock::text("One block of each kind:"), image()];
        if speaks(&context, &AUDIO_SINCE) {
            blocks.push(audio());
        }
        if speaks(&context, &LINKS_SINCE) {
            blocks.push(ContentBlock::resource_link(resources::readme()));
        }
        blocks.push(embedded());
        CallToolResult::success(blocks)
    }
}

fn image() -> ContentBlock {
    ContentBlock::image(media::LOGO, media::LOGO_TYPE)
}

fn audio() -> ContentBlock {
    ContentBlock::audio(media::tone(), media::TONE_TYPE)
}

fn embedded() -> ContentBlock {
    ContentBlock::resource(Address::Readme.read(resources::README, 0))
}
