import { Autocomplete, Select } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { RESOURCE_VERBS } from '../../../access-analysis/least-privilege'
import { useTyped } from '../../state/use-typed'
import { isNamespaced, useAccess } from './context'
import { personOf, personText } from './people'
import { isPath, PATH_VERBS, type Question, SPECIAL_VERBS } from './question'

interface Suggestions {
  readonly group: string
  readonly items: readonly string[]
}

interface SuggestedProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly data: readonly Suggestions[]
  /** Parses the text; undefined if it is invalid. */
  readonly read?: (typed: string) => string | undefined
  readonly placeholder?: string
  readonly width: number | string
  readonly mono?: boolean
}

/** A text field with suggestions. The value is committed on selection, on Enter and on blur. */
function Suggested({ label, value, onChange, data, read, placeholder, width, mono = true }: SuggestedProps) {
  const [typed, setTyped] = useTyped(label, value)
  const [open, setOpen] = useState(false)
  const meant = read ? read(typed) : typed.trim()
  const commit = (text: string): void => {
    const next = read ? read(text) : text.trim()
    if (next === undefined) setTyped(value)
    else if (next !== value) onChange(next)
    else setTyped(next)
  }
  return (
    <Autocomplete
      w={width}
      label={label}
      value={typed}
      onChange={setTyped}
      onOptionSubmit={commit}
      onBlur={() => commit(typed)}
      onKeyDown={(e) => {
        if (e.key !== 'Enter' || e.defaultPrevented) return
        commit(typed)
        setOpen(false)
      }}
      dropdownOpened={open}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      data={data.filter(({ items }) => items.length > 0).map(({ group, items }) => ({ group, items: [...items] }))}
      limit={300}
      maxDropdownHeight={320}
      placeholder={placeholder}
      error={meant === undefined && typed !== '' ? true : undefined}
      classNames={mono ? { input: 'o-mono', option: 'o-mono' } : {}}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      spellCheck={false}
      autoComplete="off"
    />
  )
}

/** A subject picker: suggests names from bindings and service accounts, and accepts any other. */
export function PersonPicker({
  label = 'Who',
  value,
  onChange,
  system = true,
}: {
  readonly label?: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly system?: boolean
}) {
  const { candidates } = useAccess()
  const data = useMemo(() => {
    const of = (kind: string, isSystem: boolean): string[] =>
      candidates.filter((one) => one.person.kind === kind && one.system === isSystem).map(({ text }) => text)
    return [
      { group: 'Users', items: of('User', false) },
      { group: 'Groups', items: of('Group', false) },
      { group: 'Service accounts', items: of('ServiceAccount', false) },
      ...(system
        ? [{ group: 'System', items: [...of('User', true), ...of('Group', true), ...of('ServiceAccount', true)] }]
        : []),
    ]
  }, [candidates, system])
  return (
    <Suggested
      label={label}
      value={value}
      onChange={onChange}
      data={data}
      read={(typed) => {
        const person = personOf(typed)
        return person && personText(person)
      }}
      placeholder="alice, group:dev"
      width="15rem"
    />
  )
}

const ALL = '*'

/** A field for a namespace; empty means `all`. */
export function NamespacePicker({
  value,
  onChange,
  all = 'All namespaces',
  label = 'Namespace',
  disabled = false,
}: {
  readonly value: string
  readonly onChange: (namespace: string) => void
  readonly all?: string
  readonly label?: string
  readonly disabled?: boolean
}) {
  const { namespaces } = useAccess()
  const names = value && !namespaces.includes(value) ? [...namespaces, value] : namespaces
  return (
    <Select
      w="11rem"
      label={label}
      searchable
      allowDeselect={false}
      disabled={disabled}
      data={[{ value: ALL, label: all }, ...names.map((name) => ({ value: name, label: name }))]}
      value={value || ALL}
      onChange={(chosen) => onChange(chosen === ALL || chosen === null ? '' : chosen)}
    />
  )
}

const PATHS = ['/api', '/apis', '/healthz', '/livez', '/metrics', '/openapi/v2', '/readyz', '/version']

/** The fields of a request: verb, resource or path, namespace, name. */
export function QuestionFields({
  question,
  onChange,
  children,
}: {
  readonly question: Question
  readonly onChange: (question: Question) => void
  readonly children?: ReactNode
}) {
  const { resources } = useAccess()
  const path = isPath(question.what)
  const known = resources.find(({ text }) => text === question.what)
  const namespaced = isNamespaced(resources, question.what)
  const whats = useMemo(
    () => [
      { group: 'Resources', items: resources.filter((one) => !one.subresource).map(({ text }) => text) },
      { group: 'Subresources', items: resources.filter((one) => one.subresource).map(({ text }) => text) },
      { group: 'Paths', items: PATHS },
    ],
    [resources],
  )
  const verbs = path
    ? [{ group: 'Methods', items: PATH_VERBS }]
    : [
        { group: 'Requests', items: known?.verbs ?? RESOURCE_VERBS },
        { group: 'Special verbs', items: SPECIAL_VERBS },
      ]
  return (
    <div className="o-ask">
      {children}
      <Suggested
        label="Verb"
        value={question.verb}
        onChange={(verb) => verb && onChange({ ...question, verb })}
        data={verbs}
        width="7rem"
      />
      <Suggested
        label="Resource or path"
        value={question.what}
        onChange={(what) => {
          if (!what) return
          const verb = isPath(what) !== path && !PATH_VERBS.includes(question.verb) ? 'get' : question.verb
          onChange({ ...question, what, verb })
        }}
        data={whats}
        width="13rem"
      />
      <NamespacePicker
        value={path || !namespaced ? '' : question.namespace}
        all={namespaced && !path ? 'All namespaces' : 'The cluster'}
        disabled={path || !namespaced}
        onChange={(namespace) => onChange({ ...question, namespace })}
      />
      <Suggested
        label="Name"
        value={path ? '' : question.name}
        onChange={(name) => onChange({ ...question, name })}
        data={[]}
        placeholder="any"
        width="7rem"
      />
    </div>
  )
}
