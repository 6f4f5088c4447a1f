/** What a flag takes. One that names a file takes a `data:` URL in the tab. */
export type FlagType = 'string' | 'boolean' | 'integer' | 'duration' | 'list' | 'file' | 'map'

/** A row of a table of flags. */
export interface FlagDefinition<Name extends string = string> {
  readonly name: Name
  readonly type: FlagType
  readonly default?: string
  /** May be given more than once; all values count. */
  readonly repeatable?: boolean
  /** Names a file that is secret whatever it holds: its content is shown and copied only on demand. */
  readonly confidential?: boolean
  readonly help: string
  /** Why setting it changes nothing here; said in its help and when it is set. */
  readonly inert?: string
  readonly oneOf?: readonly string[]
  /** Why a value can't be taken; undefined for one that can. */
  readonly fault?: (value: string) => string | undefined
}

/** Makes a row of a table of flags. */
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

/** What a flag does, and why it has no effect where it has none. */
export const helpOf = ({ help, inert }: FlagDefinition): string =>
  inert === undefined ? help : `${help} No effect here: ${inert}.`
