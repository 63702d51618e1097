// Markdown on the screen: every piece is a text node in an element of ours, so nothing in it can act. Links show
// where they lead and are followed only when they are clicked; images are told of and never loaded.
import type { ComponentChildren, JSX } from "preact";
import { useMemo } from "preact/hooks";
import { type Block, blocksOf } from "./blocks";
import type { Inline } from "./inline";

export function Markdown({ text }: { text: string }): JSX.Element {
  const blocks = useMemo(() => blocksOf(text), [text]);
  return <div class="markdown">{blocks.map(drawBlock)}</div>;
}

function drawBlock(block: Block, index: number): ComponentChildren {
  switch (block.is) {
    case "heading":
      return (
        // The headings of a result are below those of the page, and no part of its outline.
        <p key={index} class={`md-heading md-h${block.level}`}>
          {block.inside.map(drawInline)}
        </p>
      );
    case "paragraph":
      return <p key={index}>{block.inside.map(drawInline)}</p>;
    case "code":
      return (
        <pre key={index} class="md-code" tabIndex={0} role="group" aria-label={block.language === "" ? "code" : `code, ${block.language}`}>
          {block.text}
        </pre>
      );
    case "quote":
      return <blockquote key={index}>{block.inside.map(drawBlock)}</blockquote>;
    case "list": {
      const items = block.items.map((item, place) => (
        <li key={place}>
          {item.done === null ? null : <span class="md-box">{item.done ? "☑ " : "☐ "}</span>}
          {item.inside.map(drawBlock)}
        </li>
      ));
      return block.start === null ? (
        <ul key={index}>{items}</ul>
      ) : (
        <ol key={index} start={block.start}>
          {items}
        </ol>
      );
    }
    case "table":
      return (
        <div key={index} class="md-table" tabIndex={0} role="group" aria-label="table">
          <table>
            <thead>
              <tr>
                {block.head.map((cell, column) => (
                  <th key={column} scope="col">
                    {cell.map(drawInline)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row, place) => (
                <tr key={place}>
                  {row.map((cell, column) => (
                    <td key={column}>{cell.map(drawInline)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    case "rule":
      return <hr key={index} />;
  }
}

function drawInline(piece: Inline, index: number): ComponentChildren {
  switch (piece.is) {
    case "text":
      return piece.text;
    case "code":
      return <code key={index}>{piece.text}</code>;
    case "em":
      return <em key={index}>{piece.inside.map(drawInline)}</em>;
    case "strong":
      return <strong key={index}>{piece.inside.map(drawInline)}</strong>;
    case "del":
      return <del key={index}>{piece.inside.map(drawInline)}</del>;
    case "image":
      return (
        <span key={index} class="muted">
          [image: {piece.alt} ({piece.target})]
        </span>
      );
    case "link": {
      const only = piece.inside.length === 1 ? piece.inside[0] : undefined;
      const isItself = only?.is === "text" && only.text === piece.target;
      const shown = piece.inside.map(drawInline);
      const where = isItself ? null : <span class="muted"> ({piece.target})</span>;
      return piece.href === null ? (
        <span key={index}>
          {shown}
          {where}
        </span>
      ) : (
        <span key={index}>
          <a href={piece.href} target="_blank" rel="noopener noreferrer">
            {shown}
          </a>
          {where}
        </span>
      );
    }
  }
}
