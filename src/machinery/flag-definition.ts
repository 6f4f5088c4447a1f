/** Type of a flag's value. In the browser, a file is given as a `data:` URL. */
export type FlagType = 'string' | 'boolean' | 'integer' | 'duration' | 'list' | 'file' | 'map'

/** One row of a flag table. */
export interface FlagDefinition<Name extends string = string> {
  readonly name: Name
  readonly type: FlagType
  readonly default?: string
  /** May be given more than once; all values apply. */
  readonly repeatable?: boolean
  /** The file's content is always secret: it is shown and copied only on demand. */
  readonly confidential?: boolean
  readonly help: string
  /** Why the flag has no effect here; stated in its help and when it is set. */
  readonly inert?: string
  readonly oneOf?: readonly string[]
  /** Returns why a value is invalid, or undefined if it is valid. */
  readonly fault?: (value: string) => string | undefined
}

/** Builds a row of a flag table. */
export const flag = <Name extends string>(
  name: Name,
  type: FlagType,
  help: string,
  more: Partial<FlagDefinition> = {},
): FlagDefinition<Name> => ({
  ...more,
  name,
  type,
  help,
})

/** Help text of a flag, including why it has no effect if it is inert. */
export const helpOf = ({ help, inert }: FlagDefinition): string =>
  inert === undefined ? help : `${help} No effect here: ${inert}.`
