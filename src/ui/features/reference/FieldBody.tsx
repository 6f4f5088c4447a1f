import { Go } from '../../components/Go'
import type { ResourceInfo } from '../../queries/discovery'
import { type ExplainedField, type OpenApiDocument, type OpenApiSchema, resolve, typeName } from '../../queries/openapi'
import { explainPlace } from '../../state/place'

function Extensions({ schema }: { readonly schema: OpenApiSchema }) {
  const members: Readonly<Record<string, unknown>> = { ...schema }
  const tags = [
    ['x-orch-list-type', 'list'],
    ['x-orch-list-map-keys', 'keyed by'],
    ['x-orch-patch-strategy', 'patch'],
    ['x-orch-patch-merge-key', 'merge key'],
    ['enum', 'one of'],
    ['default', 'default'],
  ] as const
  return (
    <>
      {tags.map(([key, title]) => {
        const value = members[key]
        if (value === undefined) return null
        return (
          <span key={key} className="o-tag">
            {title}{' '}
            {Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : JSON.stringify(value)}
          </span>
        )
      })}
    </>
  )
}

/** A field's description, and its nested fields. */
export function FieldBody({
  steps,
  info,
  found,
  document,
}: {
  readonly steps: string[]
  readonly info: ResourceInfo
  readonly found: ExplainedField
  readonly document: OpenApiDocument
}) {
  return (
    <>
      <div className="o-panel-body">
        <div className="o-row wrap">
          <strong className="o-mono">{steps.at(-1) ?? info.kind}</strong>
          <span className="o-tag">{found.type}</span>
          {found.required && <span className="o-tag o-tone o-tone-changed">required</span>}
          <Extensions schema={found.schema} />
        </div>
        <p className="o-break o-note-below o-lines o-readable">
          {found.schema.description ?? 'This field has no description.'}
        </p>
      </div>
      {found.members?.properties && (
        <ul className="o-fields o-line-above" aria-label="Fields">
          {Object.entries(found.members.properties).map(([name, schema]) => (
            <li key={name}>
              <div className="o-row wrap">
                <Go className="o-mono" place={explainPlace(info, [...steps, name].join('.'))}>
                  {name}
                </Go>
                <span className="o-tag">{typeName(document, schema)}</span>
                {found.members?.required?.includes(name) && (
                  <span className="o-tag o-tone o-tone-changed">required</span>
                )}
              </div>
              <p>{(resolve(document, schema)?.description ?? '').split('\n')[0]}</p>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
