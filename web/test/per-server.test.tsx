// What is set for one server and not for another: filters, chosen tabs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { effect } from "@preact/signals";
import "./page";
import { keptText } from "../src/store/kept";
import { perServer, valueFor } from "../src/store/per-server";
import { go, route, screenRoute } from "../src/store/route";
import { routeTo, timelineFilter } from "../src/store/selection";

const words = (kept: unknown): string | null => (typeof kept === "string" ? kept : null);

test("each server has its own value, and nobody ever sees one with that of the other", () => {
  const tab = perServer("a-tab", "usual", words);
  const seen: string[] = [];
  const stop = effect(() => {
    const now = route.value;
    seen.push(`${now.screen === "connect" ? "none" : now.session} ${tab.value}`);
  });
  go(screenRoute("explore", "a"));
  tab.value = "raw";
  go(screenRoute("explore", "b"));
  tab.value = "timing";
  go(screenRoute("server", "a"));
  go({ screen: "connect" });
  go(screenRoute("explore", "b"));
  stop();
  assert.deepEqual(seen, ["none usual", "a usual", "a raw", "b usual", "b timing", "a raw", "none usual", "b timing"]);
  assert.deepEqual([valueFor(tab, "a"), valueFor(tab, "b"), valueFor(tab, "c")], ["raw", "timing", "usual"]);
});

test("a reload finds it again, and what is as usual is not kept", () => {
  go(screenRoute("explore", "a"));
  const tab = perServer("another-tab", "usual", words);
  tab.value = "raw";
  assert.equal(keptText("another-tab"), '[["a","raw"]]');
  assert.equal(perServer("another-tab", "usual", words).value, "raw");
  tab.value = "usual";
  assert.equal(keptText("another-tab"), null);
});

test("the way to the timeline of another server is by the filter that was set there", () => {
  go(screenRoute("explore", "a"));
  timelineFilter.value = "kind:call";
  go(screenRoute("explore", "b"));
  assert.equal(timelineFilter.value, "");
  assert.deepEqual(routeTo("timeline", "a"), { screen: "timeline", session: "a", seq: null, filter: "kind:call" });
  assert.deepEqual(routeTo("timeline", "b"), { screen: "timeline", session: "b", seq: null, filter: "" });
});
