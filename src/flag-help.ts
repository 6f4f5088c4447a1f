import { FLAGS } from './flags'
import { type FlagDefinition, helpOf } from './machinery/flag-definition'

/** All flags with their types, meanings and defaults, as `--help` prints them, starting with `more`. */
export function flagHelp(more: readonly FlagDefinition[] = []): string {
  const rows = [...more, ...FLAGS].map((flag) => [`  --${flag.name} ${flag.type}`, meaningOf(flag)] as const)
  const width = Math.max(...rows.map(([name]) => name.length)) + 2
  return [
    'Usage: npm run serve -- [flags]',
    '',
    'Flags:',
    ...rows.map(([name, meaning]) => name.padEnd(width) + meaning),
  ].join('\n')
}

function meaningOf(flag: FlagDefinition): string {
  const { oneOf, repeatable, default: fallback } = flag
  const notes = [
    ...(oneOf ? [`one of ${oneOf.join(', ')}`] : []),
    ...(repeatable ? ['may be repeated'] : []),
    ...(fallback === undefined ? [] : [`default ${fallback}`]),
  ]
  return notes.length === 0 ? helpOf(flag) : `${helpOf(flag)} (${notes.join('; ')})`
}
