// Owns menus that drop from a button: opened by click or arrow, moved through by arrows and letters, closed by
// Escape, which gives the focus back to the button.
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

export interface MenuItem {
  label: string;
  note?: string;
  act(): void;
}

export function Menu({
  label,
  children,
  items,
  id,
}: {
  label: string;
  children: ComponentChildren;
  items: readonly MenuItem[];
  id: string;
}): JSX.Element {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const focusItem = (at: number): void => {
    const all = box.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [];
    all[(at + all.length) % Math.max(all.length, 1)]?.focus();
  };
  useEffect(() => {
    if (!open) return undefined;
    focusItem(0);
    const outside = (event: Event): void => {
      if (event.target instanceof Node && box.current?.contains(event.target) !== true) setOpen(false);
    };
    addEventListener("pointerdown", outside);
    return () => removeEventListener("pointerdown", outside);
  }, [open]);
  const shut = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  const key = (event: KeyboardEvent): void => {
    const all = Array.from(box.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []);
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (event.key === "ArrowDown" || event.key === "j") open ? focusItem(at + 1) : setOpen(true);
    else if (open && (event.key === "ArrowUp" || event.key === "k")) focusItem(at - 1);
    else if (open && event.key === "Home") focusItem(0);
    else if (open && event.key === "End") focusItem(-1);
    else if (open && event.key === "Escape") shut();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="menu-box" ref={box} onKeyDown={key}>
      <button
        type="button"
        class="button plain"
        ref={button}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={id}
        aria-label={label}
        onClick={() => setOpen(!open)}
      >
        {children} <span aria-hidden="true">▾</span>
      </button>
      {open ? (
        <ul class="menu" role="menu" id={id} aria-label={label}>
          {items.map((item) => (
            <li key={item.label} role="none">
              <button
                type="button"
                role="menuitem"
                tabIndex={-1}
                onClick={() => {
                  shut();
                  item.act();
                }}
              >
                <span>{item.label}</span>
                {item.note === undefined ? null : <span class="muted">{item.note}</span>}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
