import { Button, Switch } from '@mantine/core'
import { useMemo, useState } from 'react'
import { FLAGS } from '../../../flags'
import { helpOf } from '../../../machinery/flag-definition'
import { PAGE_FLAGS } from '../../../page-flags'
import { withoutRequest } from '../../../links/tab-link'
import { CopyButton } from '../../components/CopyButton'
import { Icon } from '../../components/Icon'
import { MarkedLines } from '../../components/MarkedLines'
import { Loading, ErrorMessage } from '../../components/States'
import { useFlags } from '../../queries/flags'
import { argvToLine, argvToText, textToArgv } from '../../state/argv'
import { hideSecrets, revealSecrets, secretFlags, withoutSecretFlags } from '../../state/flag-secrets'
import { useQueryState, useSetQuery } from '../../state/place'
import { useSessionDraft } from '../../state/session-draft'
import { useRestart } from '../../queries/use-restart'
import { flagMarks } from './flag-marks'
import { FlagTable } from './FlagTable'

const EXAMPLE = [
  '--authorization-mode=RBAC',
  '--token-auth-file=data:,wonderland,alice,1001,"dev,ops"',
  '--enable-admission-plugins=AlwaysPullImages',
].join('\n')

/** The configuration as text, and a table of all flags. Secrets are shown on demand only. */
export function FlagsSection() {
  const flags = useFlags()
  const [draft, keep, drop, , settle] = useSessionDraft<string | undefined>('flags', undefined)
  const { restart, busy, error } = useRestart()
  const { find: word = '' } = useQueryState()
  const setQuery = useSetQuery()
  const [shown, setShown] = useState(false)
  const [unclear, setUnclear] = useState<unknown>()
  const found = useMemo(
    () =>
      [...PAGE_FLAGS, ...FLAGS].filter((flag) =>
        `${flag.name} ${helpOf(flag)}`.toLowerCase().includes(word.toLowerCase()),
      ),
    [word],
  )
  if (flags.isError) return <ErrorMessage error={flags.error} onRetry={() => void flags.refetch()} />
  if (!flags.data) return <Loading />
  const { argv } = flags.data
  const running = argvToText(argv)
  const whole = (text: string): string | undefined => {
    try {
      return revealSecrets(text, argv)
    } catch {
      return undefined // a placeholder without a secret: reported when the user restarts
    }
  }
  const written = draft ?? running
  const text = shown ? (whole(written) ?? written) : hideSecrets(written, argv)
  const change = (next: string): void => {
    setUnclear(undefined)
    if (whole(next) === running) drop()
    else keep(next)
  }
  // A hidden secret is checked as the value that it stands for.
  const marks = flagMarks(whole(text) ?? text)
  const secrets = secretFlags(textToArgv(whole(text) ?? text))
  const link = (choose: (argv: readonly string[]) => readonly string[]) => (): string => {
    const url = withoutRequest(location.href)
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
      {flags.data.error && <ErrorMessage error={`The API server did not start: ${flags.data.error}`} />}
      {unclear !== undefined && <ErrorMessage error={unclear} />}
      {error !== undefined && (
        <ErrorMessage error={error}>Nothing was changed. The API server keeps its current flags.</ErrorMessage>
      )}
      <MarkedLines
        label="Flags"
        description="One per line: --name=value or --name value. Flags that name a file take a data: URL."
        rows={[5, 20]}
        value={text}
        onChange={change}
        marks={marks}
      />
      <div className="o-row wrap">
        <Button
          loading={busy}
          disabled={draft === undefined && !flags.data.error}
          leftSection={<Icon name="refresh" />}
          onClick={() => void start()}
        >
          Restart with these flags
        </Button>
        <Button variant="default" disabled={draft === undefined} onClick={drop}>
          Revert to running flags
        </Button>
        <Button variant="default" leftSection={<Icon name="example" />} onClick={() => change(EXAMPLE)}>
          Example: tokens and RBAC
        </Button>
        <CopyButton
          label={secrets.length > 0 ? 'Copy a link with these flags, without secrets' : 'Copy a link with these flags'}
          shown="Copy a link"
          text={link(withoutSecretFlags)}
        />
        {secrets.length > 0 && (
          <CopyButton
            icon="warning"
            label="Copy a link with these flags, including secrets"
            shown="Including secrets"
            text={link((all) => all)}
          />
        )}
      </div>
      {secrets.length > 0 && (
        <div className="o-row wrap">
          <Switch label="Show secrets" checked={shown} onChange={(e) => setShown(e.currentTarget.checked)} />
          <span className="o-dim o-small">
            Secret: what {secrets.map((name) => `--${name}`).join(', ')} {secrets.length > 1 ? 'hold' : 'holds'}. A
            hidden value keeps its number when you move its line. Overwrite it to change it.
          </span>
        </div>
      )}
      <FlagTable word={word} setWord={(find) => setQuery({ find })} found={found} change={change} text={text} />
    </div>
  )
}
