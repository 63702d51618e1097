// Owns what is in the overlay of `?`: all keys, from the same table that routes them.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { KEYS, type KeyRow } from "../store/keys";
import { change, settings } from "../store/settings";
import { Button, Keys } from "../ui/button";
import { keysOpen } from "./overlays";

const GROUPS: readonly KeyRow["group"][] = ["everywhere", "go to", "in lists", "runs", "in documents", "in fields"];

export function OpenKeys(): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    box.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const leave = (event: FocusEvent): void => {
    if (event.relatedTarget instanceof Node && box.current?.contains(event.relatedTarget) !== true)
      keysOpen.value = false;
  };
  return (
    <div
      class="veil"
      onClick={() => {
        keysOpen.value = false;
      }}
    >
      <div
        class="keys-overlay"
        role="dialog"
        aria-labelledby="keys-title"
        tabIndex={-1}
        ref={box}
        onClick={(event) => event.stopPropagation()}
        onFocusOut={leave}
      >
        <div class="pane-head">
          <h2 class="pane-title" id="keys-title">
            Keys
          </h2>
          <span class="spring" />
          <label class="line">
            <input
              type="checkbox"
              checked={settings.value.singleKeys}
              onChange={(event) => change({ singleKeys: event.currentTarget.checked })}
            />
            <span>single letters act</span>
          </label>
          <Button
            look="quiet"
            label="Close"
            onClick={() => {
              keysOpen.value = false;
            }}
          >
            ✕
          </Button>
        </div>
        <div class="keys-columns">
          {GROUPS.map((group) => (
            <section key={group} aria-label={group}>
              <h3>{group}</h3>
              <dl>
                {rowsOf(group).map((row) => (
                  <div key={row.keys} class="key-row">
                    <dt>
                      <Keys keys={row.keys} />
                    </dt>
                    <dd>{row.does}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}

/** The rows of a group; the nine keys for nine servers are one. */
export function rowsOf(group: KeyRow["group"]): KeyRow[] {
  const rows = KEYS.filter((row) => row.group === group && !/^Alt\+[2-9]$/.test(row.keys));
  return rows.map((row) =>
    row.keys === "Alt+1" ? { ...row, keys: "Alt+1…9", does: "to the server of that number" } : row,
  );
}
