/** OpenAPI path items for the calls of each resource. */
import type { DiscoveredSubresource, DiscoveredType } from '../discovery'
import type { Document } from './schema-markers'
import {
  DELETE_PARAMETERS,
  DRY_RUN,
  FORCE,
  LIST_PARAMETERS,
  MANAGER,
  type Parameter,
  pathParameter,
  PRETTY,
  VALIDATION,
  WATCH,
  writeParameter,
} from './parameters'
import { type Call, type ExchangedKind, operation, type OperationOptions } from './operation'
import { subresourceCalls, upper } from './subresource-calls'

/** References to the schemas that the calls of a type exchange. */
export interface TypeSchemas {
  readonly object: Document
  readonly list: Document
  readonly status: Document
  readonly deleteOptions: Document
  readonly patch: Document
  readonly of: (subresource: DiscoveredSubresource) => Document
}

/** Writes all paths of a resource version. */
export function pathsOf(
  type: DiscoveredType,
  schemas: TypeSchemas,
  options: OperationOptions,
): Record<string, Document> {
  const writer = new PathWriter(type, schemas, options)
  return writer.write()
}

class PathWriter {
  private readonly paths: Record<string, Document> = {}
  constructor(
    private readonly type: DiscoveredType,
    private readonly schemas: TypeSchemas,
    private readonly options: OperationOptions,
  ) {}

  write(): Record<string, Document> {
    const { type, schemas } = this
    const root = type.group === '' ? `/api/${type.version}` : `/apis/${type.group}/${type.version}`
    const base = type.namespaced ? `${root}/namespaces/{namespace}/${type.resource}` : `${root}/${type.resource}`
    this.collection(base)
    if (type.namespaced && type.verbs.includes('list')) this.everywhere(`${root}/${type.resource}`)
    this.single(`${base}/{name}`)
    for (const sub of type.subresources.values())
      for (const { method, call, kind } of subresourceCalls(type, sub, {
        name: this.name,
        writing: this.writing,
        schema: () => schemas.of(sub),
        patch: schemas.patch,
      }))
        this.add(`${base}/{name}/${sub.name}`, method, call, kind)
    return this.paths
  }

  private readonly has = (verb: string): boolean => this.type.verbs.includes(verb)
  private get name(): string {
    const group = this.type.group.split('.')[0] ?? ''
    return `${upper(group === '' ? 'core' : group)}${upper(this.type.version)}${this.type.namespaced ? 'Namespaced' : ''}${this.type.kind}`
  }
  private get writing(): Parameter[] {
    return [DRY_RUN, MANAGER, ...(this.options.fieldValidation ? [VALIDATION] : [])]
  }

  private add(path: string, method: string, call: Call, kind: ExchangedKind = this.type): void {
    const item = (this.paths[path] ??= this.item(path))
    item[method] = operation(call, this.type, kind, this.options.version)
  }

  private item(path: string): Document {
    const parameters = [PRETTY]
    if (path.includes('{name}')) parameters.unshift(pathParameter('name', `Name of the ${this.type.kind}.`))
    if (path.includes('{namespace}')) parameters.unshift(pathParameter('namespace', 'Namespace of the object.'))
    return { parameters: parameters.map((parameter) => writeParameter(parameter, this.options.version)) }
  }

  private collection(path: string): void {
    const { object, list, status, deleteOptions } = this.schemas
    const { kind } = this.type
    if (this.has('list'))
      this.add(path, 'get', {
        id: `list${this.name}`,
        action: 'list',
        text: `Lists or watches objects of kind ${kind}.`,
        parameters: [...LIST_PARAMETERS, WATCH],
        answer: list,
        list: true,
      })
    if (this.has('create'))
      this.add(path, 'post', {
        id: `create${this.name}`,
        action: 'post',
        text: `Creates a ${kind}.`,
        parameters: this.writing,
        body: object,
        answer: object,
        created: true,
      })
    if (this.has('deletecollection'))
      this.add(path, 'delete', {
        id: `deleteCollection${this.name}`,
        action: 'deletecollection',
        text: `Deletes the objects of kind ${kind} that are selected.`,
        parameters: [...LIST_PARAMETERS, DRY_RUN, ...DELETE_PARAMETERS],
        body: deleteOptions,
        answer: status,
      })
  }

  private everywhere(path: string): void {
    const call = {
      id: `list${this.name.replace('Namespaced', '')}ForAllNamespaces`,
      action: 'list',
      text: `Lists or watches objects of kind ${this.type.kind} in all namespaces.`,
      parameters: [...LIST_PARAMETERS, WATCH],
      answer: this.schemas.list,
      list: true,
    }
    this.add(path, 'get', call)
  }

  private single(path: string): void {
    const { object, status, deleteOptions, patch } = this.schemas
    const { kind } = this.type
    if (this.has('get'))
      this.add(path, 'get', { id: `read${this.name}`, action: 'get', text: `Reads one ${kind}.`, answer: object })
    if (this.has('update'))
      this.add(path, 'put', {
        id: `replace${this.name}`,
        action: 'put',
        text: `Replaces one ${kind}.`,
        parameters: this.writing,
        body: object,
        answer: object,
        created: true,
      })
    if (this.has('patch'))
      this.add(path, 'patch', {
        id: `patch${this.name}`,
        action: 'patch',
        text: `Changes a part of one ${kind}, or applies it.`,
        parameters: [...this.writing, FORCE],
        body: patch,
        answer: object,
        patch: true,
      })
    if (this.has('delete'))
      this.add(path, 'delete', {
        id: `delete${this.name}`,
        action: 'delete',
        text: `Deletes one ${kind}.`,
        parameters: [DRY_RUN, ...DELETE_PARAMETERS],
        body: deleteOptions,
        answer: status,
      })
  }
}
