// Owns buttons: plain, the one that matters most, and those with a key beside the word.
import type { ComponentChildren, JSX } from "preact";
import { spelled } from "../store/keys";

export const isMac = /Mac|iPhone|iPad/.test(typeof navigator === "undefined" ? "" : navigator.platform);

export interface ButtonProps {
  children: ComponentChildren;
  /** Left out where the button submits the form it is in. */
  onClick?(event: MouseEvent): void;
  look?: "plain" | "primary" | "quiet" | "danger";
  keys?: string;
  pressed?: boolean;
  label?: string;
  title?: string;
  id?: string;
}

export function Button({
  children,
  onClick,
  look = "plain",
  keys,
  pressed,
  label,
  title,
  id,
}: ButtonProps): JSX.Element {
  return (
    <button
      type={onClick === undefined ? "submit" : "button"}
      class={`button ${look}`}
      {...(onClick === undefined ? {} : { onClick })}
      {...(pressed === undefined ? {} : { "aria-pressed": pressed })}
      {...(label === undefined ? {} : { "aria-label": label })}
      {...(title === undefined ? {} : { title })}
      {...(id === undefined ? {} : { id })}
    >
      {children}
      {keys === undefined ? null : <Keys keys={keys} />}
    </button>
  );
}

export function Keys({ keys }: { keys: string }): JSX.Element {
  return <kbd>{spelled(keys, isMac)}</kbd>;
}
