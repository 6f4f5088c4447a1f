import type { MergeSchema } from '../../machinery/strategic-directives'
import type { Resource } from '../core/catalogue'
import { follow, nameOfKind, type OpenApiSchema, type Schemas } from '../core/openapi'
import type { Session } from '../core/session'

/** Groups whose kinds have strategic merges; kinds of other groups use plain merge patches. */
const STRATEGIC_GROUPS = new Set([
  '',
  'apps',
  'autoscaling',
  'batch',
  'extensions',
  'policy',
  'admissionregistration.orch.io',
  'authentication.orch.io',
  'authorization.orch.io',
  'certificates.orch.io',
  'coordination.orch.io',
  'discovery.orch.io',
  'events.orch.io',
  'flowcontrol.apiserver.orch.io',
  'internal.apiserver.orch.io',
  'networking.orch.io',
  'node.orch.io',
  'rbac.authorization.orch.io',
  'resource.orch.io',
  'scheduling.orch.io',
  'storage.orch.io',
  'storagemigration.orch.io',
])
/** Whether objects of a resource are patched by strategic merge; custom ones take merge patches. */
export const mergesStrategically = ({ group }: Resource): boolean => STRATEGIC_GROUPS.has(group)

/** How to merge a kind's lists and maps, from the server's description. */
export async function mergeSchemaOf(session: Session, resource: Resource): Promise<MergeSchema | undefined> {
  const openapi = await session.openapi()
  const schemas = (await openapi.v3(resource)) ?? (await openapi.v2())
  const name = schemas && nameOfKind(schemas, resource)
  return schemas && name !== undefined ? new SchemaView(schemas, schemas.definitions[name] ?? {}) : undefined
}

/** One level of an OpenAPI schema as a merge schema; deeper levels are created on demand. */
class SchemaView implements MergeSchema {
  readonly type: string
  readonly patchStrategy?: readonly ('merge' | 'replace' | 'retainKeys')[]
  readonly patchMergeKey?: string
  private readonly target: OpenApiSchema
  private made: ReadonlyMap<string, MergeSchema> | undefined

  constructor(
    private readonly schemas: Schemas,
    schema: OpenApiSchema,
    /** The field with this value: for lists it says how items are merged. */
    field: OpenApiSchema = schema,
  ) {
    this.target = follow(schemas, schema).schema
    this.type = this.target.type ?? 'object'
    const strategy = field['x-orch-patch-strategy']
    if (typeof strategy === 'string')
      this.patchStrategy = strategy.split(',').map((one) => one.trim()) as ('merge' | 'replace' | 'retainKeys')[]
    const key = field['x-orch-patch-merge-key']
    if (typeof key === 'string') this.patchMergeKey = key
  }

  get fields(): ReadonlyMap<string, MergeSchema> | undefined {
    if (!this.target.properties) return undefined
    return (this.made ??= new Map(
      Object.entries(this.target.properties).map(([name, schema]) => [name, new SchemaView(this.schemas, schema)]),
    ))
  }
  get element(): MergeSchema | undefined {
    return this.target.items && new SchemaView(this.schemas, this.target.items)
  }
  get additional(): MergeSchema | undefined {
    const { additionalProperties } = this.target
    return typeof additionalProperties === 'object' ? new SchemaView(this.schemas, additionalProperties) : undefined
  }
}
