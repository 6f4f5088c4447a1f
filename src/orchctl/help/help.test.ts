import { expect, test } from 'vitest'
import type { Command } from '../core/command'
import { PROGRAM } from '../core/words'
import { ROOT } from '../find-command'
import { EXAMPLES } from './examples'
import { helpOf, optionsHelp } from './help'
import { USAGES } from './usages'

/** Every command with the words that name it. */
function all(command: Command, path: readonly string[] = []): [path: string, command: Command][] {
  return (command.commands ?? []).flatMap((one): [string, Command][] => {
    const words = [...path, one.name]
    return [[words.join(' '), one], ...all(one, words)]
  })
}
const COMMANDS = all(ROOT)

test('usage lines and examples belong to commands that there are', () => {
  const paths = new Set(COMMANDS.map(([path]) => path))
  expect([...Object.keys(USAGES), ...Object.keys(EXAMPLES)].filter((path) => !paths.has(path))).toEqual([])
})

test('every command that does something has an example', () => {
  const without = COMMANDS.filter(([path, { run, hidden }]) => run && !hidden && !EXAMPLES[path])
  expect(without.map(([path]) => path)).toEqual([])
})

test('sections, flags by name with their defaults, and the usage line', () => {
  const [, taint] = COMMANDS.find(([path]) => path === 'taint') ?? []
  const text = helpOf(taint ?? ROOT, `${PROGRAM} taint`)
  expect(text.match(/^\S[^\n]*:$/gm)).toEqual(['Examples:', 'Options:', 'Usage:'])
  const flags = [...text.matchAll(/^ {4}(-.*):$/gm)].map(([, flag]) => flag)
  expect(flags).toEqual([
    '--all=false',
    '--allow-missing-template-keys=true',
    "--dry-run='none'",
    "--field-manager='orchctl-taint'",
    "-o, --output=''",
    '--overwrite=false',
    "-l, --selector=''",
    '--show-managed-fields=false',
    "--template=''",
    "--validate='strict'",
  ])
  expect(text).toContain(
    '\nUsage:\n  orchctl taint NODE NAME KEY_1=VAL_1:TAINT_EFFECT_1 ... KEY_N=VAL_N:TAINT_EFFECT_N [options]\n',
  )
})

test('the program lists its commands in sections, with an empty one for plugins', () => {
  const text = helpOf(ROOT, PROGRAM)
  expect(text).toContain('\nSubcommands provided by plugins:\n\nOther Commands:\n  api-resources   ')
})

test('options names the cache below the home directory', () => {
  expect(optionsHelp('/home/ann')).toContain("--cache-dir='/home/ann/.orch/cache':")
})
