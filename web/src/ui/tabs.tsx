// Owns rows of tabs with the keys that the ARIA pattern asks for: arrows move, one Tab stop.
import type { JSX } from "preact";
import { useRef } from "preact/hooks";

export interface Tab<Name extends string> {
  name: Name;
  label: string;
  note?: string;
}

export interface TabsProps<Name extends string> {
  tabs: readonly Tab<Name>[];
  chosen: Name;
  choose(name: Name): void;
  label: string;
  /** Ids of tabs and of the panel they steer begin with this. */
  idPrefix: string;
}

export function Tabs<Name extends string>({ tabs, chosen, choose, label, idPrefix }: TabsProps<Name>): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const move = (by: number): void => {
    const at = tabs.findIndex((tab) => tab.name === chosen);
    const next = tabs[(at + by + tabs.length) % tabs.length];
    if (next === undefined) return;
    choose(next.name);
    list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.name)}"]`)?.focus();
  };
  const key = (event: KeyboardEvent): void => {
    if (event.key === "ArrowRight") move(1);
    else if (event.key === "ArrowLeft") move(-1);
    else return;
    event.preventDefault();
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={key}>
      {tabs.map((tab) => (
        <button
          key={tab.name}
          type="button"
          role="tab"
          class="tab"
          data-tab={tab.name}
          id={`${idPrefix}-tab-${tab.name}`}
          aria-selected={tab.name === chosen}
          aria-controls={`${idPrefix}-panel`}
          tabIndex={tab.name === chosen ? 0 : -1}
          onClick={() => choose(tab.name)}
        >
          {tab.label}
          {tab.note === undefined ? null : <span class="tab-note"> {tab.note}</span>}
        </button>
      ))}
    </div>
  );
}
