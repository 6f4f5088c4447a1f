import { parse } from 'yaml'
import type { PluginConfiguration } from '../admission/configuration'
import type { AdmissionEnvironment, AdmissionPlugin, AdmissionRequest } from '../admission/plugin'
import { parseFeatureGates } from '../api/releases/feature-gates'
import type { Attributes } from '../authorization/authorizer'
import { ApiError } from '../machinery/api-error'
import { clone, type Json } from '../machinery/json'
import type { ApiObject } from '../machinery/object'
import type { GroupResource } from '../machinery/reader'
import { createFakeClock } from './fake-clock'
import { MemoryReader } from './memory-reader'

/** A test request's properties; by default it is a creation by an administrator in the namespace `ns`. */
export interface AskedOfStage extends Partial<Omit<AdmissionRequest, 'resource' | 'kind' | 'object' | 'oldObject'>> {
  /** `pods`, `pods/status` or `apps/deployments`. */
  readonly of: string
  readonly object?: object
  readonly oldObject?: object
}

/** The part of a control plane that one plugin needs. */
export class AdmissionStage {
  readonly reader = new MemoryReader()
  readonly clock = createFakeClock()
  readonly warnings: string[] = []
  readonly annotations: Record<string, string> = {}
  /** Requests from the plugin to the control plane. */
  readonly sent: Request[] = []
  /** Requests from the plugin to the outside. */
  readonly calls: Request[] = []
  readonly asked: Attributes[] = []
  allows: (attributes: Attributes) => boolean = () => true
  answer: (request: Request) => Response | Promise<Response> = () => Response.json({}, { status: 201 })
  reply: (request: Request) => Response | Promise<Response> = () => Response.json({}, { status: 500 })

  constructor(
    readonly release = 25,
    private readonly flags: Readonly<Record<string, string>> = {},
  ) {
    this.put('namespaces', { metadata: { name: 'ns' } })
  }

  get environment(): AdmissionEnvironment {
    return {
      reader: this.reader,
      clock: this.clock,
      random: { uuid: () => 'uuid', bytes: (length) => new Uint8Array(length) },
      authorizer: {
        name: 'test',
        authorize: (attributes) => {
          this.asked.push(attributes)
          return this.allows(attributes)
            ? { verdict: 'allow', reason: '' }
            : { verdict: 'no-opinion', reason: 'no rule' }
        },
        rulesFor: () => ({ resourceRules: [], nonResourceRules: [], incomplete: false }),
      },
      outside: {
        fetch: async (request) => {
          this.calls.push(request)
          return this.reply(request)
        },
      },
      request: async (request) => {
        this.sent.push(request)
        return this.answer(request)
      },
      flag: (name) => this.flags[name],
      feature: parseFeatureGates((this.flags['feature-gates'] ?? '').split(','), this.release).enabled,
      release: this.release,
      metrics: {
        count: () => undefined,
        gauge: () => undefined,
        observe: () => undefined,
        observer: () => () => undefined,
      },
    }
  }

  /** Stores objects of a resource: `pods`, `apps/deployments`. */
  put(of: string, ...objects: object[]): this {
    this.reader.put(named(of).of, ...(objects as ApiObject[]))
    return this
  }

  request({ of, object, oldObject, ...more }: AskedOfStage): AdmissionRequest {
    const { of: resource, part } = named(of)
    const draft = object && clone(object as ApiObject)
    return {
      operation: oldObject ? (object ? 'UPDATE' : 'DELETE') : 'CREATE',
      kind: { group: resource.group, version: 'v1', kind: '' },
      resource: { ...resource, version: 'v1' },
      subresource: part,
      namespace: 'ns',
      name: draft?.metadata?.name ?? (oldObject as ApiObject | undefined)?.metadata.name ?? '',
      object: draft,
      oldObject: oldObject as ApiObject | undefined,
      options: {},
      dryRun: false,
      user: { name: 'admin', groups: ['system:authenticated'] },
      signal: new AbortController().signal,
      warn: (text) => void this.warnings.push(text),
      annotate: (key, value) => void (this.annotations[key] = value),
      ...more,
    }
  }

  /** Sends a request through both phases of a plugin. Rejects with the plugin's refusal. */
  async pass(plugin: AdmissionPlugin, asked: AskedOfStage): Promise<ApiObject | undefined> {
    const request = this.request(asked)
    if (!plugin.operations.includes(request.operation)) return request.object
    await plugin.admit?.(request, { reinvocation: false, requestReinvocation: () => undefined })
    await plugin.validate?.(request)
    return request.object
  }

  /** `passed`, or code and message of the refusal. */
  async verdict(plugin: AdmissionPlugin, asked: AskedOfStage): Promise<string> {
    try {
      await this.pass(plugin, asked)
      return 'passed'
    } catch (error) {
      if (error instanceof ApiError) return `${error.code} ${error.message}`
      throw error
    }
  }
}

function named(text: string): { of: GroupResource; part: string } {
  const parts = text.split('/')
  const core = !(parts[0] ?? '').includes('.') && !['apps', 'batch', 'extensions', 'policy'].includes(parts[0] ?? '')
  const [group = '', resource = '', part = ''] = core ? ['', ...parts] : parts
  return { of: { group, resource }, part }
}

/** A plugin configuration, parsed as from a file. */
export const configured = (yaml: string, files: Readonly<Record<string, string>> = {}): PluginConfiguration => ({
  value: parse(yaml) as Json,
  where: 'config.yaml',
  read: (name) => {
    const text = files[name]
    return text === undefined ? Promise.reject(new Error(`no file ${name}`)) : Promise.resolve(text)
  },
})

/** A pod with one container `c`, unless `spec` has others. */
export const podWith = (spec: object = {}, metadata: object = {}): ApiObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', namespace: 'ns', ...metadata },
  spec: { containers: [{ name: 'c', image: 'i', resources: {} }], ...spec },
})
