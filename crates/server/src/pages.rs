//! The pages for people: the web UI, and one about each error code.
//!
//! Everything is built in and holds no data, so no path of a file system is ever made from a request
//! and no token is needed. What the web UI shows, its script asks for with the token.

mod markdown;

use crate::problem::{PathOf, ProblemBody};
use crate::{Backend, Problem};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use markdown::escaped;
use mcp_inspector_engine::FaultCode;
use mcp_inspector_engine::core::brief::brief;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::path::Path;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// What a page of ours may do: run and show what this backend serves, and nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
                      img-src 'self' data:; media-src data:; base-uri 'none'; frame-ancestors 'none'; form-action 'none'";

const FRONT: &str = include_str!("../../../web/dist/index.html");
const ICON: &str = include_str!("pages/icon.svg");

/// A file that pages refer to.
struct Asset {
    name: &'static str,
    kind: &'static str,
    text: &'static str,
    /// The same, compressed by the build script; small files are not.
    packed: Option<&'static [u8]>,
}

/// A file of `web/dist`, with what the build script has made of it.
macro_rules! built {
    ($name:literal, $kind:literal) => {
        Asset {
            name: $name,
            kind: $kind,
            text: include_str!(concat!("../../../web/dist/", $name)),
            packed: Some(include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".gz"))),
        }
    };
}

const ASSETS: [Asset; 7] = [
    built!("app.js", "text/javascript; charset=utf-8"),
    built!("shared.js", "text/javascript; charset=utf-8"),
    built!("later.js", "text/javascript; charset=utf-8"),
    built!("editor.js", "text/javascript; charset=utf-8"),
    built!("app.css", "text/css; charset=utf-8"),
    Asset {
        name: "page.css",
        kind: "text/css; charset=utf-8",
        text: include_str!("pages/page.css"),
        packed: None,
    },
    Asset { name: "icon.svg", kind: "image/svg+xml", text: ICON, packed: None },
];

pub(crate) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new()
        .routes(routes!(error_pages))
        .routes(routes!(error_page))
        .route("/", get(front))
        .route("/assets/{name}", get(asset))
        .route("/favicon.ico", get(async || file("image/svg+xml", ICON)))
}

/// The list of the pages about error codes
#[utoipa::path(
    get,
    path = "/docs/errors",
    responses((status = 200, description = "A page, or its Markdown", content(
        (String = "text/html"), (String = "text/markdown"), (String = "text/plain"),
    ))),
    security(()),
)]
async fn error_pages(headers: HeaderMap) -> Response {
    let mut text =
        "# Error codes\n\nWhat each one means, what usually causes it and what to do.\n\n".to_owned();
    for code in FaultCode::ALL {
        // Writing to a text cannot fail.
        let _ = writeln!(text, "- [{code}]({}.md): {}", slug(*code), gist(*code));
    }
    Kind::wanted(&headers).answer_markdown("Error codes", &text)
}

/// The page about an error code
#[utoipa::path(
    get,
    path = "/docs/errors/{slug}",
    params(("slug" = String, Path, description = "As in `helpUrl`, such as `connection-timeout`")),
    responses(
        (status = 200, description = "A page, or its Markdown", content(
            (String = "text/html"), (String = "text/markdown"), (String = "text/plain"),
        )),
        (status = 400, description = "The path is not text", body = ProblemBody),
        (status = 404, description = "There is no such page", body = ProblemBody),
    ),
    security(()),
)]
async fn error_page(headers: HeaderMap, PathOf(asked): PathOf<String>) -> Result<Response, Problem> {
    let code = FaultCode::ALL.iter().copied().find(|code| slug(*code) == asked).ok_or_else(|| {
        Problem::not_found(format!("there is no page about an error called `{}`", brief(&asked)))
            .with_hint("/docs/errors lists the pages")
    })?;
    Ok(Kind::wanted(&headers).answer_markdown(code.as_str(), code.page()))
}

/// The web UI. It may show apps of servers in frames, and nothing else: those of the origin that is there for
/// them, which is known only here.
async fn front(State(backend): State<Backend>) -> Response {
    let mut response = Kind::Html.answer(fresh("index.html", FRONT).into_owned());
    let policy = backend.apps().origin(&backend).map(|origin| format!("{POLICY}; frame-src {origin}"));
    if let Some(policy) = policy.and_then(|policy| HeaderValue::try_from(policy).ok()) {
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}

async fn asset(headers: HeaderMap, PathOf(asked): PathOf<String>) -> Result<Response, Problem> {
    let known = ASSETS.iter().find(|asset| asset.name == asked).ok_or_else(|| {
        Problem::not_found(format!("there is no file called `{}` below /assets", brief(&asked)))
    })?;
    let text = fresh(known.name, known.text);
    let packed = known.packed.filter(|_| matches!(text, Cow::Borrowed(_)) && takes_gzip(&headers));
    let mut response = match packed {
        Some(packed) => {
            let headers = [
                (header::CONTENT_TYPE, known.kind),
                (header::CACHE_CONTROL, "no-cache"),
                (header::CONTENT_ENCODING, "gzip"),
            ];
            (headers, packed).into_response()
        }
        None => file(known.kind, text),
    };
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    Ok(response)
}

/// Whether a reader takes gzip: it names it, and not to say that it does not.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let values = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        let is_gzip = parts.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
        let quality = parts.find_map(|part| part.strip_prefix("q=")?.parse::<f32>().ok()).unwrap_or(1.0);
        is_gzip && quality > 0.0
    })
}

/// A file of the web UI. Builds for developers serve it from the directory that `MCPI_WEB_DIST` names, if it
/// is there, so that a change is seen without compiling.
fn fresh(name: &str, built_in: &'static str) -> Cow<'static, str> {
    let directory = if cfg!(debug_assertions) { std::env::var_os("MCPI_WEB_DIST") } else { None };
    let read = directory.and_then(|directory| std::fs::read_to_string(Path::new(&directory).join(name)).ok());
    read.map_or(Cow::Borrowed(built_in), Cow::Owned)
}

/// A page that tells something in a few paragraphs of plain text.
pub(crate) fn notice(status: StatusCode, title: &str, paragraphs: &[&str]) -> Response {
    let mut body = format!("<h1>{}</h1>\n", escaped(title));
    for paragraph in paragraphs {
        // Writing to a text cannot fail.
        let _ = writeln!(body, "<p>{}</p>", escaped(paragraph));
    }
    let mut response = Kind::Html.answer(page(&escaped(title), &body));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// The last part of a page's path.
fn slug(code: FaultCode) -> String {
    let path = code.help_page();
    path.rsplit('/').next().unwrap_or_default().to_owned()
}

/// The first sentence that a page says about its code: what stands below the line of facts.
fn gist(code: FaultCode) -> String {
    let paragraph = code.page().split("\n\n").nth(2).unwrap_or_default().replace('\n', " ");
    paragraph.split_inclusive(". ").next().unwrap_or_default().trim_end().to_owned()
}

/// The forms in which a page can be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Html,
    Markdown,
    Plain,
}

impl Kind {
    /// What a reader likes best; a page, when it does not care.
    fn wanted(headers: &HeaderMap) -> Kind {
        let values = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
        let mut best = (Kind::Html, 0.0);
        for range in values.flat_map(|value| value.split(',')) {
            let mut parts = range.split(';').map(str::trim);
            let kind = match parts.next().unwrap_or_default().to_ascii_lowercase().as_str() {
                "text/html" | "text/*" | "*/*" => Kind::Html,
                "text/markdown" => Kind::Markdown,
                "text/plain" => Kind::Plain,
                _ => continue,
            };
            let quality = parts.find_map(|part| part.strip_prefix("q=")?.parse::<f32>().ok()).unwrap_or(1.0);
            if quality > best.1 {
                best = (kind, quality);
            }
        }
        best.0
    }

    fn answer_markdown(self, title: &str, text: &str) -> Response {
        let mut response = match self {
            Kind::Html => self.answer(page(title, &markdown::html(text))),
            Kind::Markdown | Kind::Plain => self.answer(text.to_owned()),
        };
        response.headers_mut().insert(header::VARY, HeaderValue::from_static("Accept"));
        response
    }

    fn answer(self, text: String) -> Response {
        let kind = match self {
            Kind::Html => "text/html; charset=utf-8",
            Kind::Markdown => "text/markdown; charset=utf-8",
            Kind::Plain => "text/plain; charset=utf-8",
        };
        let headers = [
            (header::CONTENT_TYPE, kind),
            (header::CACHE_CONTROL, "no-cache"),
            (header::CONTENT_SECURITY_POLICY, POLICY),
        ];
        (headers, text).into_response()
    }
}

fn file(kind: &'static str, text: impl Into<Cow<'static, str>>) -> Response {
    let text: Cow<'static, str> = text.into();
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")], text).into_response()
}

fn page(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title} · mcp-inspector</title>\n\
         <link rel=\"icon\" href=\"/assets/icon.svg\">\n<link rel=\"stylesheet\" href=\"/assets/page.css\">\n\
         </head>\n<body>\n<nav><a href=\"/\">mcp-inspector</a> <a href=\"/docs/errors\">Error codes</a></nav>\n\
         <main>\n{body}</main>\n</body>\n</html>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_that_a_reader_likes_best_is_sent() {
        for (accept, kind) in [
            (None, Kind::Html),
            (Some("*/*"), Kind::Html),
            (Some("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"), Kind::Html),
            (Some("text/markdown"), Kind::Markdown),
            (Some("Text/Plain"), Kind::Plain),
            (Some("text/html;q=0.5, text/markdown"), Kind::Markdown),
            (Some("text/markdown;q=0.5, text/html"), Kind::Html),
            (Some("application/json"), Kind::Html),
            (Some("text/plain;q=0"), Kind::Html),
            (Some(";;,,q=,text/plain;q=x"), Kind::Plain),
        ] {
            let mut headers = HeaderMap::new();
            headers.extend(accept.map(|accept| (header::ACCEPT, HeaderValue::from_static(accept))));
            assert_eq!(Kind::wanted(&headers), kind, "{accept:?}");
        }
    }

    #[test]
    fn gzip_is_for_those_who_name_it() {
        for (accept, takes) in [
            (None, false),
            (Some("gzip, deflate, br, zstd"), true),
            (Some("br;q=1.0, GZIP;q=0.5"), true),
            (Some("gzip;q=0, deflate"), false),
            (Some("identity"), false),
            (Some("*"), false),
        ] {
            let mut headers = HeaderMap::new();
            headers.extend(accept.map(|accept| (header::ACCEPT_ENCODING, HeaderValue::from_static(accept))));
            assert_eq!(takes_gzip(&headers), takes, "{accept:?}");
        }
    }

    #[test]
    fn what_is_compressed_is_smaller_and_tells_how_long_it_was() {
        for asset in &ASSETS {
            let Some(packed) = asset.packed else { continue };
            assert!(packed.starts_with(&[0x1f, 0x8b, 8]), "{}", asset.name);
            assert!(packed.len() * 5 < asset.text.len() * 2, "{}: {}", asset.name, packed.len());
            let (_, length) = packed.split_at(packed.len() - 4);
            let length = u32::from_le_bytes(length.try_into().expect("four bytes"));
            assert_eq!(usize::try_from(length), Ok(asset.text.len()), "{}", asset.name);
        }
    }

    #[test]
    fn the_list_says_in_a_sentence_what_each_code_means() {
        for code in FaultCode::ALL {
            let gist = gist(*code);
            assert!(
                gist.ends_with('.') && gist.len() > 20 && !gist.starts_with("Category"),
                "{code}: {gist}"
            );
        }
    }
}
