// Owns the way to what waits in the Inbox: the focus goes to a card as soon as that is drawn, when a person wanted that.
import { focusFirstField } from "../explore/focus";
import { drawerOpen, waiting } from "../store/inbox";

export const DRAWER_ID = "inbox";

/** Brings the focus to the first card in the drawer, or to the one of an ask. */
export function focusDrawer(ask: number | null = null): void {
  const card = `#${DRAWER_ID} .card${ask === null ? ":not(.over)" : `[data-ask="${ask}"]`}`;
  requestAnimationFrame(() => {
    const drawer = document.getElementById(DRAWER_ID);
    // The cards themselves may still be on their way.
    if (waiting.peek().length === 0) (drawer?.querySelector<HTMLElement>(".elsewhere a") ?? drawer)?.focus();
    else
      focusFirstField(
        card,
        () => drawerOpen.peek(),
        () => drawer?.querySelector<HTMLElement>(".card button")?.focus(),
      );
  });
}

/** Opens the Inbox at an ask. */
export function goToAsk(ask: number): void {
  drawerOpen.value = true;
  focusDrawer(ask);
}
