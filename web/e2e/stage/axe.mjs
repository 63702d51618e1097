// Owns the question whether everybody can use what is on the screen: axe, with all its rules, must find nothing.
import axe from "axe-core";

/** What axe finds, a line each: the rule, how bad it is, and where. */
export async function violations(page) {
  // By the debugger, which no content security policy stops.
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
    return violations.flatMap((one) =>
      one.nodes.slice(0, 5).map((node) => {
        const why = node.failureSummary?.replace(/\s+/g, " ") ?? "";
        return `${one.id} (${one.impact}) ${node.target.join(" ")}: ${why}`;
      }),
    );
  });
}
