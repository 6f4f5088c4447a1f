import type { ApiObject } from '../../machinery/object'
import { isObject, type Json } from '../../machinery/json'
import { CommandError } from '../core/errors'
import { fromUtf8 } from '../../machinery/base64'
import type { FlagValues, Flag } from '../core/flags'
import { FileMissing } from '../core/io'
import type { Session } from '../core/session'
import { resolvePath } from '../core/paths'
import { parseApiVersion } from '../../machinery/object'
import { kindNameOf } from '../core/catalogue'
import { CustomColumns, columnsFromFile } from './custom-columns'
import { goSyntax, printValue } from './go-value'
import { GoTemplate } from './go-template'
import { compactJson, indentedJson } from './json-text'
import { JsonPath } from './jsonpath'
import { inTypeOrder, isTyped } from './typed'
import { yamlText } from './yaml-text'
import { TemplateStopped } from './go-template-errors'

/** Flags of commands that print objects. */
export const PRINT_FLAGS: readonly Flag[] = [
  {
    name: 'output',
    short: 'o',
    type: 'string',
    help: 'Output format: json, yaml, name, go-template, go-template-file, template, templatefile, jsonpath, jsonpath-as-json or jsonpath-file',
  },
  { name: 'template', type: 'string', help: 'Template or file of one, for the formats that need it' },
  {
    name: 'allow-missing-template-keys',
    type: 'bool',
    default: 'true',
    help: 'Pass over fields that are missing in templates',
  },
  { name: 'show-managed-fields', type: 'bool', default: 'false', help: 'Keep managedFields in JSON and YAML' },
]

/** Prints objects one after another as text. */
export interface Printer {
  /** The text of an object; `index` is the number of objects printed before. */
  print(object: ApiObject, index: number): string
}

const WRITE_FORMATS =
  'go-template,go-template-file,json,jsonpath,jsonpath-as-json,jsonpath-file,name,template,templatefile,yaml'
const READ_FORMATS = `custom-columns,custom-columns-file,${WRITE_FORMATS.replace('yaml', 'wide,yaml')}`
/** Formats without an argument; only these ignore case. */
const PLAIN_FORMATS = ['json', 'yaml', 'name']

/**
 * The printer for `-o`; undefined if the command uses its default output.
 * @throws CommandError for an unknown format, or one without its template
 */
export async function printerOf(session: Session, flags: FlagValues, reading = false): Promise<Printer | undefined> {
  const output = flags.string('output')
  const plain = PLAIN_FORMATS.find((one) => one === output.toLowerCase())
  const [, word = '', argument] = /^([^=]*)(?:=([\s\S]*))?$/.exec(output) ?? []
  const format = plain ?? (PLAIN_FORMATS.some((one) => one === word) ? output : word)
  const template = argument ?? flags.string('template')
  const keep = flags.has('show-managed-fields') && flags.bool('show-managed-fields')
  const lenient = !flags.has('allow-missing-template-keys') || flags.bool('allow-missing-template-keys')
  const strip = (object: ApiObject): ApiObject => (keep ? object : withoutManagers(object))
  const needTemplate = (): string => {
    if (template) return template
    if (reading && format.startsWith('custom-columns'))
      throw new CommandError('custom-columns format specified but no custom columns given')
    throw new CommandError(`template format specified but no template given`)
  }
  const file = async (): Promise<string> => {
    const path = needTemplate()
    try {
      return fromUtf8(await session.io.files.read(resolvePath(session.io.cwd, path)))
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error
      throw new CommandError(
        `error reading ${reading && format === 'custom-columns-file' ? 'template' : '--template'} ${path}, open ${path}: no such file or directory`,
      )
    }
  }
  if (format === '' && flags.string('template'))
    return templatePrinter(session, new GoTemplate(flags.string('template')))
  switch (format) {
    case '':
      if (output === '') return undefined
      break
    case 'wide':
      if (reading) return undefined
      break
    case 'json':
      return {
        print: (object) =>
          isTyped(object)
            ? `${indentedJson(inTypeOrder(strip(object) as unknown as Json), '    ', true)}\n`
            : `${indentedJson(strip(object))}\n`,
      }
    case 'yaml':
      return { print: (object, index) => `${index > 0 ? '---\n' : ''}${yamlText(strip(object))}` }
    case 'name':
      return { print: (object) => `${objectName(object)}\n` }
    case 'jsonpath':
      return pathPrinter(new JsonPath(needTemplate(), lenient))
    case 'jsonpath-file':
      return pathPrinter(new JsonPath(await file(), lenient))
    case 'jsonpath-as-json': {
      const path = new JsonPath(needTemplate(), lenient)
      return { print: (object) => path.printAsJson(object) }
    }
    case 'go-template':
    case 'template':
      return templatePrinter(session, new GoTemplate(needTemplate()))
    case 'go-template-file':
    case 'templatefile':
      return templatePrinter(session, new GoTemplate(await file()))
    case 'custom-columns':
      if (reading) return new CustomColumns(template, !flags.bool('no-headers'))
      break
    case 'custom-columns-file':
      if (reading) return columnsFromFile(await file(), !flags.bool('no-headers'))
  }
  throw new CommandError(
    `unable to match a printer suitable for the output format ${JSON.stringify(flags.string('output'))}, allowed formats are: ${reading ? READ_FORMATS : WRITE_FORMATS}`,
  )
}

const pathPrinter = (path: JsonPath): Printer => ({
  print(object) {
    try {
      return path.print(object)
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      throw new CommandError(
        `error executing jsonpath ${JSON.stringify(path.text)}: Error executing template: ${error.message}. Printing more information for debugging the template:\n\ttemplate was:\n\t\t${path.text}\n\tobject given to jsonpath engine was:\n\t\t${goSyntax(object)}\n\n\n`,
      )
    }
  },
})
const templatePrinter = (session: Session, template: GoTemplate): Printer => ({
  print(object) {
    try {
      return template.print(object)
    } catch (error) {
      if (!(error instanceof TemplateStopped)) throw error
      // Print the output until then, and the input of the template.
      session.io.stdout(
        `${error.printed}Error executing template: ${error.message}. Printing more information for debugging the template:\n\ttemplate was:\n\t\t${template.text}\n\traw data was:\n\t\t${compactJson(object)}\n\tobject given to template engine was:\n\t\t${printValue(object)}\n\n`,
      )
      throw new CommandError(`error executing template ${JSON.stringify(template.text)}: ${error.message}`)
    }
  },
})

/** `configmap/app`, `deployment.apps/web`. */
export function objectName(object: ApiObject): string {
  const { group } = parseApiVersion(object.apiVersion ?? '') ?? { group: '' }
  return `${kindNameOf({ group, kind: object.kind ?? '' })}/${object.metadata.name || '<unknown>'}`
}

/** The object without managedFields; for a list, each item. */
export function withoutManagers(object: ApiObject): ApiObject {
  const { items } = object
  if (Array.isArray(items))
    return {
      ...object,
      items: items.map((item: unknown) => (isObject(item) ? withoutManagers(item as ApiObject) : item)),
    }
  if (!isObject(object.metadata) || object.metadata.managedFields === undefined) return object
  const metadata = { ...object.metadata }
  delete metadata.managedFields
  return { ...object, metadata }
}
