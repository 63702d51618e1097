// What a tab keeps of how its views are set, and which pane has all the room.
import assert from "node:assert/strict";
import { test } from "node:test";
import { settled } from "./page";
import { keepText, keptSignal, keptText, oneOfWords } from "../src/store/kept";
import { followMaximised, maximised, paneAt } from "../src/store/maximised";
import { go } from "../src/store/route";

test("how a view is set is there after a reload, and what cannot be read is as usual", () => {
  const read = oneOfWords(["clock", "start"]);
  const mode = keptSignal("a mode", "clock", read);
  assert.equal(keptText("a mode"), null, "what is usual is not kept");
  mode.value = "start";
  assert.equal(keptSignal("a mode", "clock", read).value, "start");
  mode.value = "clock";
  assert.equal(keptText("a mode"), null);
  for (const broken of ["{", '"noon"', "7"]) {
    keepText("b mode", broken);
    assert.equal(keptSignal("b mode", "clock", read).value, "clock", broken);
  }
});

test("one pane has all the room until another screen comes", async () => {
  const stop = followMaximised();
  document.body.innerHTML = '<section class="pane" id="pane-2"><input></section><p></p>';
  assert.equal(paneAt(document.querySelector("input")), "pane-2");
  assert.equal(paneAt(document.querySelector("p")), null);
  maximised.value = "pane-2";
  assert.equal(document.documentElement.dataset["max"], "pane-2");
  go({ screen: "server", session: "s1" });
  await settled();
  assert.equal(maximised.value, null);
  assert.equal(document.documentElement.dataset["max"], undefined);
  stop();
});
