import { Button, TagsInput } from '@mantine/core'
import { useMemo } from 'react'
import { RESOURCE_VERBS } from '../../../access-analysis/least-privilege'
import { isObject, textsIn } from '../../../machinery/json'
import { Icon } from '../../components/Icon'
import { Explained } from '../../components/terms/Explained'
import { type RbacDraft } from './rbac-drafts'
import { withoutRule, withRule, withRuleList } from './edit-rbac-drafts'
import { useAccess } from './context'
import { PATH_VERBS, SPECIAL_VERBS } from './question'

const KEYS = ['verbs', 'resources', 'apiGroups', 'resourceNames', 'nonResourceURLs'] as const
type Key = (typeof KEYS)[number]
const TITLES: Readonly<Record<Key, string>> = {
  verbs: 'Verbs',
  resources: 'Resources',
  apiGroups: 'API groups',
  resourceNames: 'Names',
  nonResourceURLs: 'Paths',
}
/** Glossary terms of the fields. */
const TERMS: Readonly<Partial<Record<Key, string>>> = {
  verbs: 'verb',
  resources: 'kind',
  apiGroups: 'api-group',
}
const CORE = 'core'

/** The rules of a drafted role as a form. The text is authoritative: every change is written to it at once. */
export function RuleForm({
  document,
  text,
  onChange,
}: {
  readonly document: RbacDraft
  readonly text: string
  readonly onChange: (text: string) => void
}) {
  const { resources } = useAccess()
  const cluster = document.kind === 'ClusterRole'
  const rules = Array.isArray(document.object?.['rules']) ? (document.object['rules'] as unknown[]) : []
  const groups = useMemo(() => [CORE, ...new Set(resources.map(({ group }) => group).filter(Boolean))], [resources])
  const suggestions = (key: Key, rule: Record<string, unknown>): string[] => {
    const chosen = textsIn(rule['apiGroups'])
    if (key === 'apiGroups') return [...groups, '*']
    if (key === 'verbs') return [...(rule['nonResourceURLs'] ? PATH_VERBS : [...RESOURCE_VERBS, ...SPECIAL_VERBS]), '*']
    if (key === 'nonResourceURLs') return ['/healthz', '/livez', '/metrics', '/readyz', '/version', '*']
    if (key !== 'resources') return []
    const fitting = resources.filter(
      ({ group }) => chosen.length === 0 || chosen.includes('*') || chosen.includes(group),
    )
    return [
      ...new Set(fitting.map(({ resource, subresource }) => (subresource ? `${resource}/${subresource}` : resource))),
      '*',
    ]
  }
  const change = (at: number, key: Key, values: readonly string[]): void =>
    onChange(
      withRuleList(
        text,
        document.index,
        at,
        key,
        key === 'apiGroups' ? values.map((v) => (v === CORE ? '' : v)) : values,
      ),
    )
  return (
    <div className="o-stack o-rule-form">
      {rules.length === 0 && <p className="o-dim o-flush">No rules yet. This role allows nothing.</p>}
      {rules.map((rule, at) =>
        isObject(rule) ? (
          <fieldset key={at}>
            <legend>
              Rule {at + 1}
              <button
                type="button"
                className="o-link o-small"
                aria-label={`Remove rule ${at + 1}`}
                onClick={() => onChange(withoutRule(text, document.index, at))}
              >
                Remove{' '}
              </button>
            </legend>
            {KEYS.filter((key) => {
              const paths = textsIn(rule['nonResourceURLs']).length > 0
              if (key === 'verbs') return true
              return key === 'nonResourceURLs' ? paths : !paths || textsIn(rule[key]).length > 0
            }).map((key) => (
              <Explained key={key} term={TERMS[key]}>
                <TagsInput
                  label={TITLES[key]}
                  value={textsIn(rule[key]).map((value) => (key === 'apiGroups' && value === '' ? CORE : value))}
                  data={suggestions(key, rule)}
                  onChange={(values) => change(at, key, values)}
                  maxDropdownHeight={220}
                  limit={80}
                  comboboxProps={{ position: 'bottom-start' }}
                  acceptValueOnBlur
                />
              </Explained>
            ))}
          </fieldset>
        ) : (
          <p key={at} className="o-tone o-tone-refused o-flush">
            Rule {at + 1} is not an object: fix it in the YAML.
          </p>
        ),
      )}
      <div className="o-row wrap">
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="plus" size={12} />}
          onClick={() =>
            onChange(withRule(text, document.index, { apiGroups: [''], resources: ['pods'], verbs: ['get'] }))
          }
        >
          Add resource rule
        </Button>
        {cluster && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="plus" size={12} />}
            onClick={() => onChange(withRule(text, document.index, { nonResourceURLs: ['/version'], verbs: ['get'] }))}
          >
            Add path rule
          </Button>
        )}
      </div>
    </div>
  )
}
