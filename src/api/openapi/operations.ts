/** Which calls a resource takes, as OpenAPI path items. */
import { apiVersionOf } from '../../machinery/object'
import type { DiscoveredSubresource, DiscoveredType } from '../discovery'
import type { Document, OpenApiVersion } from './schemas'

/** A parameter of a call, in the words of version 2. */
interface Parameter {
  readonly name: string
  readonly in: 'query' | 'path'
  readonly type: string
  readonly description: string
}

const query = (name: string, type: string, description: string): Parameter => ({ name, in: 'query', type, description })

const PRETTY = query('pretty', 'string', 'Whether the answer is indented for people.')
const LIST = [
  query('allowWatchBookmarks', 'boolean', 'Asks for BOOKMARK events in a watch.'),
  query('continue', 'string', 'The token of the page before; asks for the next page.'),
  query('fieldSelector', 'string', 'Restricts the objects by their fields.'),
  query('labelSelector', 'string', 'Restricts the objects by their labels.'),
  query('limit', 'integer', 'The most items in one page.'),
  query('resourceVersion', 'string', 'The version that the answer is about; its meaning depends on the call.'),
  query('resourceVersionMatch', 'string', 'How resourceVersion applies: Exact or NotOlderThan.'),
  query('timeoutSeconds', 'integer', 'How long the call may last.'),
]
const WATCH = query('watch', 'boolean', 'Streams changes instead of listing.')
const DRY_RUN = query('dryRun', 'string', 'All: everything happens except that nothing is kept.')
const MANAGER = query('fieldManager', 'string', 'Name of the workflow that makes the change.')
const VALIDATION = query(
  'fieldValidation',
  'string',
  'What unknown and duplicate fields lead to: Ignore, Warn or Strict.',
)
const FORCE = query('force', 'boolean', 'Takes fields over from other managers; for apply only.')
const DELETE = [
  query('gracePeriodSeconds', 'integer', 'Seconds until the object is deleted; 0 is at once.'),
  query('orphanDependents', 'boolean', 'Deprecated: whether dependents are kept.'),
  query('propagationPolicy', 'string', 'What happens to dependents: Orphan, Background or Foreground.'),
]
const pathParameter = (name: string, description: string): Parameter => ({
  name,
  in: 'path',
  type: 'string',
  description,
})

const ALL_TYPES = ['application/json', 'application/yaml', 'application/vnd.orch.protobuf']
const CUSTOM_TYPES = ['application/json', 'application/yaml']
const STREAMS = ['application/json;stream=watch', 'application/vnd.orch.protobuf;stream=watch']
const PATCH_TYPES = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
]

interface Call {
  readonly id: string
  readonly action: string
  readonly text: string
  readonly parameters?: readonly Parameter[]
  readonly body?: Document | undefined
  readonly answer: Document
  readonly created?: boolean
  readonly patch?: boolean
  readonly list?: boolean
}

/** References to the schemas that the calls of a type exchange. */
export interface TypeSchemas {
  readonly object: Document
  readonly list: Document
  readonly status: Document
  readonly deleteOptions: Document
  readonly patch: Document
  readonly of: (subresource: DiscoveredSubresource) => Document
}

export interface OperationOptions {
  readonly version: OpenApiVersion
  readonly fieldValidation: boolean
}

/** Writes every path of a resource in one version. */
export function pathsOf(
  type: DiscoveredType,
  schemas: TypeSchemas,
  options: OperationOptions,
): Record<string, Document> {
  const writer = new PathWriter(type, schemas, options)
  return writer.write()
}

const METHODS: Readonly<Record<string, string>> = {
  get: 'get',
  create: 'post',
  update: 'put',
  patch: 'patch',
  delete: 'delete',
}

class PathWriter {
  private readonly paths: Record<string, Document> = {}
  constructor(
    private readonly type: DiscoveredType,
    private readonly schemas: TypeSchemas,
    private readonly options: OperationOptions,
  ) {}

  write(): Record<string, Document> {
    const { type } = this
    const root = type.group === '' ? `/api/${type.version}` : `/apis/${type.group}/${type.version}`
    const base = type.namespaced ? `${root}/namespaces/{namespace}/${type.resource}` : `${root}/${type.resource}`
    this.collection(base)
    if (type.namespaced && type.verbs.includes('list')) this.everywhere(`${root}/${type.resource}`)
    this.single(`${base}/{name}`)
    for (const sub of type.subresources.values()) this.subresource(`${base}/{name}/${sub.name}`, sub)
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

  private add(
    path: string,
    method: string,
    call: Call,
    kind: { group: string; version: string; kind: string } = this.type,
  ): void {
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
        parameters: [...LIST, WATCH],
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
        parameters: [...LIST, DRY_RUN, ...DELETE],
        body: deleteOptions,
        answer: status,
      })
  }

  private everywhere(path: string): void {
    const call = {
      id: `list${this.name.replace('Namespaced', '')}ForAllNamespaces`,
      action: 'list',
      text: `Lists or watches objects of kind ${this.type.kind} in all namespaces.`,
      parameters: [...LIST, WATCH],
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
        parameters: [DRY_RUN, ...DELETE],
        body: deleteOptions,
        answer: status,
      })
  }

  private subresource(path: string, sub: DiscoveredSubresource): void {
    const { type, schemas } = this
    const id = `${this.name}${upper(sub.name)}`
    const kind = { group: sub.group ?? type.group, version: sub.version ?? type.version, kind: sub.kind }
    if (sub.kind.endsWith('Options')) {
      for (const verb of sub.verbs) {
        const method = METHODS[verb]
        if (method)
          this.add(
            path,
            method,
            {
              id: `connect${upper(method)}${id}`,
              action: 'connect',
              text: `Connects to ${sub.name} of one ${type.kind}.`,
              answer: { type: 'string' },
            },
            kind,
          )
      }
      return
    }
    const schema = schemas.of(sub)
    if (sub.verbs.includes('get'))
      this.add(
        path,
        'get',
        {
          id: `read${id}`,
          action: 'get',
          text: `Reads ${sub.name} of one ${type.kind}.`,
          answer: sub.name === 'log' ? { type: 'string' } : schema,
        },
        kind,
      )
    if (sub.verbs.includes('create'))
      this.add(
        path,
        'post',
        {
          id: `create${id}`,
          action: 'post',
          text: `Creates ${sub.name} of one ${type.kind}.`,
          parameters: this.writing,
          body: schema,
          answer: schema,
          created: true,
        },
        kind,
      )
    if (sub.verbs.includes('update'))
      this.add(
        path,
        'put',
        {
          id: `replace${id}`,
          action: 'put',
          text: `Replaces ${sub.name} of one ${type.kind}.`,
          parameters: this.writing,
          body: schema,
          answer: schema,
          created: true,
        },
        kind,
      )
    if (sub.verbs.includes('patch'))
      this.add(
        path,
        'patch',
        {
          id: `patch${id}`,
          action: 'patch',
          text: `Changes ${sub.name} of one ${type.kind}.`,
          parameters: [...this.writing, FORCE],
          body: schemas.patch,
          answer: schema,
          patch: true,
        },
        kind,
      )
  }
}

const upper = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

function writeParameter({ type, ...rest }: Parameter, version: OpenApiVersion): Document {
  const required = rest.in === 'path' && { required: true }
  return version === 2
    ? { ...rest, type, uniqueItems: true, ...required }
    : { ...rest, schema: { type, uniqueItems: true }, ...required }
}

function operation(
  call: Call,
  type: DiscoveredType,
  { group, version, kind }: { group: string; version: string; kind: string },
  openapi: OpenApiVersion,
): Document {
  const known = type.custom ? CUSTOM_TYPES : ALL_TYPES
  const produces = call.list ? [...known, ...(type.custom ? STREAMS.slice(0, 1) : STREAMS)] : known
  const consumes = call.patch ? PATCH_TYPES.filter((text) => !type.custom || !text.includes('strategic')) : known
  const head = {
    description: call.text,
    operationId: call.id,
    tags: [apiVersionOf(type).replace(/[./]/g, '_')],
    'x-orch-action': call.action,
    'x-orch-group-version-kind': { group, version, kind },
  }
  const parameters = (call.parameters ?? []).map((parameter) => writeParameter(parameter, openapi))
  const codes = call.created ? ['200', '201'] : ['200']
  const answers = codes.map((code) => [code, code === '200' ? 'OK' : 'Created'] as const)
  const refused = { 401: { description: 'Unauthorized' } }
  if (openapi === 2) {
    const body = call.body && {
      name: 'body',
      in: 'body',
      schema: call.body,
      ...(call.action !== 'delete' && call.action !== 'deletecollection' && { required: true }),
    }
    return {
      ...head,
      schemes: ['https'],
      consumes: call.body ? consumes : ['*/*'],
      produces,
      parameters: body ? [body, ...parameters] : parameters,
      responses: {
        ...Object.fromEntries(answers.map(([code, description]) => [code, { description, schema: call.answer }])),
        ...refused,
      },
    }
  }
  const content = (types: readonly string[], schema: Document): Document =>
    Object.fromEntries(types.map((text) => [text, { schema }]))
  return {
    ...head,
    parameters,
    ...(call.body && { requestBody: { content: content(consumes, call.body) } }),
    responses: {
      ...Object.fromEntries(
        answers.map(([code, description]) => [code, { description, content: content(produces, call.answer) }]),
      ),
      ...refused,
    },
  }
}
