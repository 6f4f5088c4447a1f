// Reads the type packages into plain records: { name: { kind?, text, fields: [{ name, type, required, text }] } }.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { MODULES, renameApiVersion } from './names.mjs'

const require = createRequire(import.meta.url)
const META = 'machinery.apis.meta.v1'
/** Types whose values have another form than their members suggest. */
const SCALARS = { Quantity: 'q', Time: 't', MicroTime: 'u', RawExtension: 'a', JSON: 'a', FieldsV1: 'a', Patch: 'a' }

/** Reads the types that packages declare, by name. */
export function readPackages(names) {
  const types = {}
  for (const name of names) {
    const root = dirname(require.resolve(`${name}/package.json`))
    for (const [folder, prefix] of Object.entries(MODULES)) {
      const file = join(root, `${folder}.d.ts`)
      if (!existsSync(file)) continue
      for (const [type, record] of readModule(file, folder, prefix)) types[type] ??= record
    }
  }
  return types
}

function readModule(file, folder, prefix) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const imports = new Map()
  const unions = new Map()
  const found = []
  for (const node of source.statements) {
    if (ts.isImportDeclaration(node)) {
      const module = join(dirname(folder), node.moduleSpecifier.text).replaceAll('\\', '/')
      for (const part of node.importClause.namedBindings.elements) imports.set(part.name.text, module)
    } else if (ts.isTypeAliasDeclaration(node) && ts.isUnionTypeNode(node.type)) {
      unions.set(node.name.text, node.type)
    }
  }
  const context = { prefix, imports, unions }
  for (const node of source.statements) {
    if (!ts.isInterfaceDeclaration(node) || node.name.text in SCALARS) continue
    const record = { text: textOf(node), fields: [] }
    const literal = {}
    for (const member of node.members) {
      const name = ts.isStringLiteral(member.name) ? member.name.text : member.name.getText()
      if (ts.isLiteralTypeNode(member.type)) literal[name] = member.type.literal.text
      record.fields.push({
        name,
        type: typeOf(member.type, context),
        required: !member.questionToken,
        text: textOf(member),
      })
    }
    if (literal.apiVersion && literal.kind) {
      const apiVersion = prefix === META ? 'v1' : renameApiVersion(literal.apiVersion)
      record.kind = [apiVersion, literal.kind]
    }
    found.push([`${prefix}.${node.name.text}`, record])
  }
  return found
}

const textOf = (node) =>
  (node.jsDoc ?? [])
    .map((doc) => (typeof doc.comment === 'string' ? doc.comment : (ts.getTextOfJSDocComment(doc.comment) ?? '')))
    .join('\n')
    .trim()

/** A type in the notation of data/overlay.json. */
function typeOf(node, context) {
  switch (node.kind) {
    case ts.SyntaxKind.StringKeyword:
    case ts.SyntaxKind.LiteralType:
      return 's'
    case ts.SyntaxKind.NumberKeyword:
      return 'i'
    case ts.SyntaxKind.BooleanKeyword:
      return 'b'
    case ts.SyntaxKind.ParenthesizedType:
      return typeOf(node.type, context)
    case ts.SyntaxKind.ArrayType:
      return `[${typeOf(node.elementType, context)}`
    case ts.SyntaxKind.TypeLiteral:
      return `{${typeOf(node.members[0].type, context)}`
    case ts.SyntaxKind.UnionType: {
      const parts = node.types.map((part) => typeOf(part, context))
      return parts.join() === 'i,s' ? 'x' : `(${parts.join()})`
    }
    case ts.SyntaxKind.TypeReference:
      return referenceOf(node, context)
    default:
      throw new Error(`no notation for ${node.getText()}`)
  }
}

function referenceOf(node, context) {
  const name = node.typeName.getText()
  if (name === 'Array') return `[${typeOf(node.typeArguments[0], context)}`
  if (name in SCALARS) return SCALARS[name]
  if (context.unions.has(name)) return typeOf(context.unions.get(name), context)
  const module = context.imports.get(name)
  const prefix = module === undefined ? context.prefix : MODULES[module]
  if (prefix === undefined) throw new Error(`${name} comes from ${module}, which is left out`)
  return `@${prefix}.${name}`
}
