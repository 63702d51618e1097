// A menu at a place of the screen: arrows move, letters jump, Enter acts, Escape and leaving it close it.
import { useLayoutEffect, useRef } from "preact/hooks";

export interface MenuItem {
  label: string;
  /** Shown at the right: the keys that do the same. */
  keys?: string;
  act(): void;
}

interface MenuProps {
  label: string;
  items: (MenuItem | null)[];
  /** Where it opens on the screen. */
  at: { left: number; top: number };
  /** `isDone` when the focus is to go back where it came from: not when it went elsewhere already. */
  close(isDone: boolean): void;
}

/** Null among the items draws a line. */
export function Menu({ label, items, at, close }: MenuProps) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const menu = element.current;
    if (!menu) return;
    // A menu that would leave the screen opens the other way.
    const box = menu.getBoundingClientRect();
    if (box.bottom > innerHeight) menu.style.top = `${Math.max(0, at.top - box.height)}px`;
    if (box.right > innerWidth) menu.style.left = `${Math.max(0, at.left - box.width)}px`;
    entries(menu)[0]?.focus({ preventScroll: true });
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const menu = element.current;
    if (!menu || event.ctrlKey || event.metaKey || event.altKey) return;
    const all = entries(menu);
    const now = all.indexOf(document.activeElement as HTMLElement);
    let next: number | null = null;
    if (event.key === "ArrowDown") next = (now + 1) % all.length;
    else if (event.key === "ArrowUp") next = (now + all.length - 1) % all.length;
    else if (event.key === "Home") next = 0;
    else if (event.key === "End") next = all.length - 1;
    else if (event.key.length === 1 && event.key !== " ") {
      const letter = event.key.toLowerCase();
      const after = [...all.slice(now + 1), ...all.slice(0, now + 1)];
      const found = after.find((entry) => entry.textContent?.toLowerCase().startsWith(letter));
      next = found ? all.indexOf(found) : now;
    } else if (event.key === "Escape" || event.key === "Tab") close(true);
    else return;
    event.stopPropagation();
    event.preventDefault();
    if (next !== null) all[next]?.focus();
  };
  return (
    <div
      ref={element}
      class="tl-menu"
      role="menu"
      aria-label={label}
      style={{ left: `${at.left}px`, top: `${at.top}px` }}
      onKeyDown={onKeyDown}
      // Some browsers give no focus to a button that is clicked: the menu would close before the click.
      onMouseDown={(event) => event.preventDefault()}
      onFocusOut={(event) => {
        if (!(event.relatedTarget instanceof Node && element.current?.contains(event.relatedTarget))) close(false);
      }}
    >
      {items.map((item, index) =>
        item === null ? (
          <div key={index} role="separator" class="tl-menu-line" />
        ) : (
          <button
            key={index}
            type="button"
            role="menuitem"
            tabIndex={-1}
            onClick={() => {
              close(true);
              item.act();
            }}
          >
            <span>{item.label}</span>
            {item.keys && <kbd>{item.keys}</kbd>}
          </button>
        ),
      )}
    </div>
  );
}

function entries(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>("[role=menuitem]")];
}
