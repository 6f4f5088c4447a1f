import type { Plugin } from 'esbuild'
import type * as dictionaryModule from '../src/names/dictionary'
import type * as sets from '../src/names/sets'

type Names = sets.Names
export function isTranslated(file: string): boolean
export function dictionary(): Promise<typeof dictionaryModule & typeof sets>
export function namesOf(args: readonly string[], fallback?: Names): Promise<Names>
export function translated(names: Names): Plugin
