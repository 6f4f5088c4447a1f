import { parse } from 'yaml'
import { at, isObject } from '../../../machinery/json'
import { parseDocuments } from '../../components/editor/documents'
import { fieldPosition, type Mark } from '../../components/editor/field-position'

/** How the server names a file that was passed as a data URL. */
const FILE = 'the admission configuration: '

/** The index of a plugin in the text's list; -1 if it is not there. */
function pluginIndex(text: string, plugin: string): number {
  const plugins = at(parse(text) as unknown, 'plugins')
  return Array.isArray(plugins) ? plugins.findIndex((one) => isObject(one) && one['name'] === plugin) : -1
}

/** The field that the server's words about a text name. */
function fieldIn(text: string, words: string): string {
  const quoted = /unknown field "([^"]+)"/.exec(words)?.[1]
  const [, plugin, rest = words] = /^(\w+): (.*)$/s.exec(words) ?? []
  const index = plugin === undefined ? -1 : pluginIndex(text, plugin)
  const path = quoted ?? /^[a-z][\w-]*(?:[.[][\w.[\]-]*)?/.exec(index < 0 ? words : rest)?.[0] ?? ''
  return index < 0 ? path : `plugins[${index}].configuration${path && `.${path}`}`
}

/** Marks of a configuration file: what is no YAML, or what the server says about it, at the field that it names. */
export function configurationMarks(text: string, problem: string | undefined): Mark[] {
  const [first] = parseDocuments(text)
  if (first?.problem) return [{ ...first.problem, severity: 'error' }]
  if (problem === undefined || text.trim() === '') return []
  const words = problem.startsWith(FILE) ? problem.slice(FILE.length) : problem
  return [{ ...fieldPosition(text, fieldIn(text, words)), message: words, severity: 'error' }]
}
