/** A program as a tree: what each part takes, and from where. */
export type Jq =
  | { readonly type: 'identity' | 'recurse' }
  | { readonly type: 'field'; readonly of: Jq; readonly name: Jq }
  | { readonly type: 'slice'; readonly of: Jq; readonly from?: Jq; readonly to?: Jq }
  | { readonly type: 'each' | 'try'; readonly of: Jq }
  | { readonly type: 'literal'; readonly value: unknown }
  | { readonly type: 'text'; readonly parts: readonly (string | Jq)[] }
  | { readonly type: 'pipe' | 'comma' | 'and' | 'or' | 'else'; readonly left: Jq; readonly right: Jq }
  | { readonly type: 'binary'; readonly operator: string; readonly left: Jq; readonly right: Jq }
  | { readonly type: 'list'; readonly of?: Jq }
  | { readonly type: 'object'; readonly members: readonly (readonly [Jq, Jq])[] }
  | { readonly type: 'call'; readonly name: string; readonly args: readonly Jq[] }
  | { readonly type: 'if'; readonly condition: Jq; readonly then: Jq; readonly otherwise: Jq }
  | { readonly type: 'bind'; readonly value: Jq; readonly name: string; readonly body: Jq }
  | { readonly type: 'variable'; readonly name: string }

/** The program `.`. */
export const IDENTITY: Jq = { type: 'identity' }
