// Owns what an app says to a person: links it wants opened, messages, what the model would be told, log lines, and
// how much of it was too much.
import type { JSX } from "preact";
import { hostParts, Misleading } from "../inbox/elicitation";
import { prettyOf } from "../ui/json-tokens";
import { count } from "../text/measure";
import { brief, ONE_LINE } from "../text/told";
import { Button } from "../ui/button";
import { JsonText } from "../ui/json";
import { mode } from "./mode";
import type { Said, ShowingApp } from "./session";

export function SaidByApp({ app, reload }: { app: ShowingApp; reload(): void }): JSX.Element {
  const { often, long, odd } = app.dropped.value;
  const notices = [
    ...(often === 0 ? [] : [`${count(often, "message")} dropped: they came too fast`]),
    ...(long === 0 ? [] : [`${count(long, "message")} dropped: longer than a million characters`]),
    ...(odd === 0 ? [] : [`${count(odd, "message")} dropped: no JSON, or not for apps to send`]),
    ...(app.unwritten.value === 0 ? [] : [`${count(app.unwritten.value, "message")} not written to the log`]),
  ];
  return (
    <div class="app-said" aria-live="polite">
      {app.grabbed.value === null ? null : (
        <p class="warn app-notice">
          <span aria-hidden="true">⚠</span>{" "}
          {app.grabbed.value === "back"
            ? "The app took the keyboard by itself; it was given back. A click into the app or Tab gives it the keyboard."
            : "The app takes the keyboard by itself again and again, so it was closed."}{" "}
          <Button
            onClick={() => {
              const isClosed = app.grabbed.peek() === "away";
              app.allowKeyboard();
              if (isClosed) reload();
            }}
          >
            {app.grabbed.value === "back" ? "Let it have the keyboard" : "Load it and let it have the keyboard"}
          </Button>
        </p>
      )}
      {app.whole.isAsked.value ? <WholePageAsked app={app} /> : null}
      {notices.map((text) => (
        <p key={text} class="warn app-notice">
          <span aria-hidden="true">⚠</span> {text}.
        </p>
      ))}
      {app.said.value.map((said) => (
        <OneSaid key={said.key} app={app} said={said} />
      ))}
    </div>
  );
}

/** Takes no focus and hides nothing: the app may ask for it at any time. */
function WholePageAsked({ app }: { app: ShowingApp }): JSX.Element {
  return (
    <div class="card" role="group" aria-label="The app wants the whole page">
      <p class="told">The app wants the whole page:</p>
      <div class="answer-line">
        <Button
          onClick={() => {
            mode.value = "fullscreen";
          }}
        >
          Allow
        </Button>
        <Button onClick={() => app.whole.refuse()}>No</Button>
      </div>
    </div>
  );
}

function OneSaid({ app, said }: { app: ShowingApp; said: Said }): JSX.Element {
  switch (said.is) {
    case "link":
      return <Link app={app} said={said} />;
    case "message":
      return <Quoted title="The app says to the model" json={said.json} />;
    case "context":
      return <Quoted title="The model would be told with its next turn" json={said.json} />;
    case "log":
      return (
        <p class="app-log">
          <span class="muted">log · {brief(said.level, ONE_LINE)}</span> <span class="mono">{brief(said.json)}</span>
        </p>
      );
  }
}

function Link({ app, said }: { app: ShowingApp; said: Said & { is: "link" } }): JSX.Element {
  const parts = hostParts(said.url);
  return (
    <div class="card" role="group" aria-label="The app wants to open a page">
      <p class="told">The app wants to open a page:</p>
      <p class="told mono address">
        {parts === null ? (
          brief(said.url)
        ) : (
          <>
            {brief(parts.before)}
            <mark>{parts.host}</mark>
            {brief(parts.after)}
          </>
        )}
      </p>
      <Misleading parts={parts} />
      <div class="answer-line">
        {parts === null ? null : (
          <a
            class="button plain"
            href={said.url}
            target="_blank"
            rel="noopener noreferrer"
            onClick={() => app.answerLink(said, true)}
          >
            Open
          </a>
        )}
        <Button onClick={() => app.answerLink(said, false)}>Decline</Button>
      </div>
    </div>
  );
}

function Quoted({ title, json }: { title: string; json: string }): JSX.Element {
  return (
    <figure class="block">
      <figcaption class="muted">{title}</figcaption>
      <JsonText text={prettyOf(json)} label={title} />
    </figure>
  );
}
