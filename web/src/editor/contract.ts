// What the page and the editor's bundle say to each other.

/** Something wrong in the text, from one letter to another. */
export interface Mark {
  from: number;
  to: number;
  message: string;
}

export interface EditorOptions {
  text: string;
  label: string;
  /** Something was typed. */
  onChange(text: string): void;
  onBlur(): void;
}

export interface Editor {
  setText(text: string): void;
  setMarks(marks: readonly Mark[]): void;
  goTo(at: number): void;
  destroy(): void;
}

export interface EditorModule {
  openEditor(host: HTMLElement, options: EditorOptions): Editor;
}
