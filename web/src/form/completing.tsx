// A text field with suggestions from the server: a combobox whose list follows the typing after a pause.
// Tab takes the marked suggestion, arrows open the list and move, Enter takes what they chose, Escape closes the list and
// nothing else.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { InputHTMLAttributes } from "preact";
import type { Draft } from "./draft";

/** How long typing may pause before the server is asked. */
export const COMPLETION_PAUSE = 150;

interface CompletingProps {
  draft: Draft;
  attributes: InputHTMLAttributes<HTMLInputElement> & { id: string };
  complete(value: string): Promise<string[]>;
}

export function CompletingInput({ draft, attributes, complete }: CompletingProps) {
  const options = useSignal<string[]>([]);
  const marked = useSignal(0);
  const isChosenByHand = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const asked = useRef(0);
  const listId = `${attributes.id}--list`;
  const optionId = (index: number) => `${listId}-${index}`;
  const isOpen = options.value.length > 0;

  const close = () => {
    asked.current++;
    if (timer.current !== null) clearTimeout(timer.current);
    options.value = [];
  };
  useEffect(() => close, []);

  /** Whoever opens the list by hand wants one of it. */
  const ask = (value: string, isByHand = false) => {
    const number = ++asked.current;
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = setTimeout(async () => {
      // A server that cannot complete is no reason to disturb who types: the list stays closed.
      const found = await complete(value).catch(() => []);
      if (number !== asked.current) return;
      marked.value = 0;
      isChosenByHand.current = isByHand;
      options.value = found.length === 1 && found[0] === value ? [] : found;
    }, COMPLETION_PAUSE);
  };

  const take = (index: number) => {
    const option = options.value[index];
    close();
    if (option !== undefined) draft.type(option);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (!isOpen) {
      if (event.key === "ArrowDown") {
        event.preventDefault();
        ask(draft.text, true);
      }
      return;
    }
    const count = options.value.length;
    if (event.key === "ArrowDown") marked.value = (marked.value + 1) % count;
    else if (event.key === "ArrowUp") marked.value = (marked.value + count - 1) % count;
    else if (event.key === "Escape") close();
    else if (event.key === "Tab" && !event.shiftKey) take(marked.value);
    else if (event.key === "Enter" && isChosenByHand.current) take(marked.value);
    else return;
    if (event.key.startsWith("Arrow")) isChosenByHand.current = true;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <span class="completing">
      <input
        {...attributes}
        class="field-text"
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? optionId(marked.value) : undefined}
        value={draft.text}
        onFocus={draft.onFocus}
        onBlur={() => {
          close();
          draft.onBlur();
        }}
        onInput={(event) => {
          draft.type(event.currentTarget.value);
          ask(event.currentTarget.value);
        }}
        onKeyDown={onKeyDown}
      />
      {isOpen && (
        <ul id={listId} class="completing-list" role="listbox" aria-label="Suggestions">
          {options.value.map((option, index) => (
            <li
              key={index}
              id={optionId(index)}
              role="option"
              aria-selected={index === marked.value}
              // Before the field loses the focus, which would close the list.
              onMouseDown={(event) => {
                event.preventDefault();
                take(index);
              }}
            >
              {option}
            </li>
          ))}
        </ul>
      )}
      <span class="sr-only" role="status">
        {isOpen ? `${options.value.length} suggestions, Tab takes “${options.value[marked.value] ?? ""}”` : ""}
      </span>
    </span>
  );
}
