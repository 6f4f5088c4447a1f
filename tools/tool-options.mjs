// Reads the options of a tool. `--help` prints the comment at the top of the tool's file, so that each option is described in one place.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

/** The comment at the top of a file, without its slashes. */
function headComment(url) {
  const lines = readFileSync(new URL(url), 'utf8').split('\n')
  const end = lines.findIndex((line) => !line.startsWith('//') && !line.startsWith('#!'))
  return lines
    .slice(0, end)
    .filter((line) => line.startsWith('//'))
    .map((line) => line.replace(/^\/\/ ?/, ''))
    .join('\n')
}

/** Like `parseArgs` for the tool at `url`. Prints help, or what is wrong with the arguments, and ends the process. */
export function toolOptions(url, { options, ...more }) {
  const help = { type: 'boolean', short: 'h', default: false }
  let parsed
  try {
    parsed = parseArgs({ ...more, options: { ...options, help } })
  } catch (error) {
    console.error(`${error.message}\nSee --help.`)
    process.exit(2)
  }
  if (!parsed.values.help) return parsed
  console.log(headComment(url))
  return process.exit(0)
}
