import { Button, Switch, Textarea, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { FLAGS } from '../../../flags'
import { CopyButton } from '../../components/CopyButton'
import { Icon } from '../../components/Icon'
import { Loading, Trouble } from '../../components/States'
import { useFlags } from '../../shell/TopBar'
import { argvToLine, argvToText, textToArgv } from '../../state/argv'
import { hideSecrets, revealSecrets, secretFlags, withoutSecretFlags } from '../../state/flag-secrets'
import { useSessionDraft } from '../../state/session-draft'
import { useRestart } from './use-restart'

const EXAMPLE = [
  '--authorization-mode=RBAC',
  '--token-auth-file=data:,wonderland,alice,1001,"dev,ops"',
  '--enable-admission-plugins=AlwaysPullImages',
].join('\n')

/** The whole configuration as text, beside the table of all flags. What is secret in it is shown only to who asks. */
export function FlagsSection() {
  const flags = useFlags()
  const [draft, keep, drop, , settle] = useSessionDraft<string | undefined>('flags', undefined)
  const { restart, busy, error } = useRestart()
  const [word, setWord] = useState('')
  const [shown, setShown] = useState(false)
  const [unclear, setUnclear] = useState<unknown>()
  const found = useMemo(
    () => FLAGS.filter((flag) => `${flag.name} ${flag.help}`.toLowerCase().includes(word.toLowerCase())),
    [word],
  )
  if (flags.isError) return <Trouble error={flags.error} onRetry={() => void flags.refetch()} />
  if (!flags.data) return <Loading />
  const { argv } = flags.data
  const running = argvToText(argv)
  const whole = (text: string): string | undefined => {
    try {
      return revealSecrets(text, argv)
    } catch {
      return undefined // a number that stands for nothing: said when one tries to start with it
    }
  }
  const written = draft ?? running
  const text = shown ? (whole(written) ?? written) : hideSecrets(written, argv)
  const change = (next: string): void => {
    setUnclear(undefined)
    if (whole(next) === running) drop()
    else keep(next)
  }
  const secrets = secretFlags(textToArgv(whole(text) ?? text))
  const link = (choose: (argv: readonly string[]) => readonly string[]) => (): string => {
    const url = new URL(location.href)
    url.searchParams.set('flags', argvToLine(choose(textToArgv(whole(text) ?? text))))
    return url.href
  }
  const start = async (): Promise<void> => {
    try {
      if (await restart(textToArgv(revealSecrets(text, argv)))) settle(draft)
    } catch (failure) {
      setUnclear(failure)
    }
  }
  return (
    <div className="o-stack">
      {flags.data.error && <Trouble error={`It did not start: ${flags.data.error}`} />}
      {unclear !== undefined && <Trouble error={unclear} />}
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
          disabled={draft === undefined && !flags.data.error}
          leftSection={<Icon name="refresh" />}
          onClick={() => void start()}
        >
          Start anew with these
        </Button>
        <Button variant="default" disabled={draft === undefined} onClick={drop}>
          As it runs now
        </Button>
        <Button variant="default" leftSection={<Icon name="example" />} onClick={() => change(EXAMPLE)}>
          An example: tokens and roles
        </Button>
        <CopyButton
          label={
            secrets.length > 0
              ? 'Copy a link that starts with these flags, without the secret ones'
              : 'Copy a link that starts with these flags'
          }
          text={link(withoutSecretFlags)}
        />
        {secrets.length > 0 && (
          <CopyButton
            icon="warning"
            label="Copy a link that starts with these flags, with the secrets in it"
            text={link((all) => all)}
          />
        )}
      </div>
      {secrets.length > 0 && (
        <div className="o-row wrap">
          <Switch
            size="xs"
            label="Show what is secret"
            checked={shown}
            onChange={(e) => setShown(e.currentTarget.checked)}
          />
          <span className="o-dim o-small">
            Secret: what {secrets.map((name) => `--${name}`).join(', ')} {secrets.length > 1 ? 'hold' : 'holds'}. A
            hidden value keeps its number wherever its line goes; write over it to change it.
          </span>
        </div>
      )}
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
