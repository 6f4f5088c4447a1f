/** The position of a part of a template, and its text, for error messages. */
export interface SourcePlace {
  readonly at: number
  readonly source: string
}

/** A value in a template: a constant, a variable, members of the dot, a call or a group in parentheses. Integers are bigint. */
export type Term = SourcePlace & TermForm

/** A term without its position. */
export type TermForm =
  | { readonly type: 'constant'; readonly value: unknown }
  | { readonly type: 'dot'; readonly fields: readonly string[] }
  | { readonly type: 'variable'; readonly name: string; readonly fields: readonly string[] }
  | { readonly type: 'function'; readonly name: string }
  | { readonly type: 'group'; readonly pipe: Pipe; readonly fields: readonly string[] }

/** A term with its arguments. */
export interface Invocation extends SourcePlace {
  readonly terms: readonly Term[]
}

/** Commands joined by `|`. */
export interface Pipe {
  readonly declared: readonly string[]
  readonly assigned: boolean
  readonly commands: readonly Invocation[]
}

/** One part of a template: a text or an action. */
export type TemplateNode =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'print'; readonly pipe: Pipe }
  | {
      readonly type: 'if' | 'with' | 'range'
      readonly pipe: Pipe
      readonly body: readonly TemplateNode[]
      readonly other: readonly TemplateNode[]
    }
  | { readonly type: 'define'; readonly name: string; readonly body: readonly TemplateNode[] }
  | ({ readonly type: 'template'; readonly name: string; readonly pipe?: Pipe } & SourcePlace)
  | { readonly type: 'break' | 'continue' }
