// Owns menus that drop from a button: opened by click or arrow, moved through by arrows and letters, closed by
// Escape, which gives the focus back to the button. They lie over everything, so that no pane cuts them off.
import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

export interface MenuItem {
  label: string;
  note?: string;
  act(): void;
}

/** How far a menu stays from its button and from the edges of the window. */
const GAP = 4;

/** Where a menu of this size goes: below its button, above it where that has no room, and always within the window. */
export function placeOf(
  button: { top: number; bottom: number; right: number },
  menu: { width: number; height: number },
  room: { width: number; height: number },
): { left: number; top: number } {
  const within = (wanted: number, most: number): number => Math.max(GAP, Math.min(wanted, most - GAP));
  const below = button.bottom + GAP;
  const fits = below + menu.height <= room.height - GAP;
  return {
    left: within(button.right - menu.width, room.width - menu.width),
    top: within(fits ? below : button.top - GAP - menu.height, room.height - menu.height),
  };
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
  const list = useRef<HTMLUListElement>(null);
  const focusItem = (at: number): void => {
    const all = box.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [];
    all[(at + all.length) % Math.max(all.length, 1)]?.focus();
  };
  const place = (): void => {
    if (button.current === null || list.current === null) return;
    const { clientWidth: width, clientHeight: height } = document.documentElement;
    const { left, top } = placeOf(button.current.getBoundingClientRect(), list.current.getBoundingClientRect(), { width, height });
    list.current.style.left = `${left}px`;
    list.current.style.top = `${top}px`;
  };
  useLayoutEffect(() => {
    if (!open) return undefined;
    list.current?.showPopover?.();
    place();
    focusItem(0);
    const outside = (event: Event): void => {
      if (event.target instanceof Node && box.current?.contains(event.target) !== true) setOpen(false);
    };
    addEventListener("pointerdown", outside);
    addEventListener("resize", place);
    addEventListener("scroll", place, { capture: true });
    return () => {
      removeEventListener("pointerdown", outside);
      removeEventListener("resize", place);
      removeEventListener("scroll", place, { capture: true });
    };
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
        <ul class="menu" role="menu" id={id} aria-label={label} ref={list} popover="manual">
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
