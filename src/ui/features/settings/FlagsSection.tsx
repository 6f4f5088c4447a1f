import { Button, Textarea, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { FLAGS } from '../../../flags'
import { CopyButton } from '../../components/CopyButton'
import { Icon } from '../../components/Icon'
import { Loading, Trouble } from '../../components/States'
import { useFlags } from '../../shell/TopBar'
import { useDrafts } from '../../state/drafts'
import { argvToText, textToArgv } from '../../state/argv'
import { useRestart } from './use-restart'

const DRAFT = 'flags'
const EXAMPLE = [
  '--authorization-mode=RBAC',
  '--token-auth-file=data:,wonderland,alice,1001,"dev,ops"',
  '--enable-admission-plugins=AlwaysPullImages',
].join('\n')

/** The whole configuration as text, beside the table of all flags. */
export function FlagsSection() {
  const flags = useFlags()
  const draft = useDrafts((state) => state.drafts[DRAFT])
  const { keep, drop } = useDrafts.getState()
  const { restart, busy, error } = useRestart()
  const [word, setWord] = useState('')
  const found = useMemo(
    () => FLAGS.filter((flag) => `${flag.name} ${flag.help}`.toLowerCase().includes(word.toLowerCase())),
    [word],
  )
  if (flags.isError) return <Trouble error={flags.error} onRetry={() => void flags.refetch()} />
  if (!flags.data) return <Loading />
  const current = argvToText(flags.data.argv)
  const text = draft?.text ?? current
  const change = (next: string): void => (next === current ? drop(DRAFT) : keep(DRAFT, next))
  const link = (): string => {
    const url = new URL(location.href)
    url.searchParams.set('flags', textToArgv(text).join(' '))
    return url.href
  }
  return (
    <div className="o-stack">
      {flags.data.error && <Trouble error={`It did not start: ${flags.data.error}`} />}
      {error !== undefined && (
        <Trouble error={error}>Nothing was changed: the control plane goes on with the flags that it had.</Trouble>
      )}
      <Textarea
        label="Flags"
        description="One a line: --name=value or --name value. A flag that names a file takes a data: URL."
        autosize
        minRows={5}
        maxRows={20}
        value={text}
        onChange={(e) => change(e.currentTarget.value)}
        classNames={{ input: 'o-mono' }}
        spellCheck={false}
      />
      <div className="o-row wrap">
        <Button
          loading={busy}
          disabled={text === current && !flags.data.error}
          leftSection={<Icon name="refresh" />}
          onClick={() => void restart(textToArgv(text)).then((done) => done && drop(DRAFT))}
        >
          Start anew with these
        </Button>
        <Button variant="default" disabled={!draft} onClick={() => drop(DRAFT)}>
          As it runs now
        </Button>
        <Button variant="default" leftSection={<Icon name="example" />} onClick={() => change(EXAMPLE)}>
          An example: tokens and roles
        </Button>
        <CopyButton label="Copy a link that starts with these flags" text={link} />
      </div>
      <section className="o-panel" aria-label="All flags">
        <header>
          <h2>All flags</h2>
          <span className="o-grow" />
          <TextInput
            size="xs"
            w={220}
            aria-label="Find a flag"
            placeholder="Find a flag"
            leftSection={<Icon name="search" size={14} />}
            value={word}
            onChange={(e) => setWord(e.currentTarget.value)}
          />
        </header>
        <div className="o-scroll-x">
          <table className="o-table">
            <thead>
              <tr>
                <th>Flag</th>
                <th>Type</th>
                <th>Default</th>
                <th>What it does</th>
                <th>
                  <span className="o-hidden">Add</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {found.map((flag) => (
                <tr key={flag.name}>
                  <td className="o-mono" style={{ whiteSpace: 'nowrap' }}>
                    --{flag.name}
                  </td>
                  <td className="o-dim">{flag.oneOf ? flag.oneOf.join(' | ') : flag.type}</td>
                  <td className="o-mono o-break">{flag.default}</td>
                  <td>{flag.help}</td>
                  <td>
                    <button
                      type="button"
                      className="o-link"
                      aria-label={`Add --${flag.name}`}
                      onClick={() =>
                        change(
                          `${text.trimEnd()}${text.trim() ? '\n' : ''}--${flag.name}=${flag.default ?? (flag.type === 'boolean' ? 'true' : '')}`,
                        )
                      }
                    >
                      add
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
    </div>
  )
}
