import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { CopyButton } from '../../components/CopyButton'
import { Icon } from '../../components/Icon'
import { Empty, ErrorMessage } from '../../components/States'
import { useSession } from '../../state/connection'
import { ADMIN, type Identity, NOBODY, useIdentity } from '../../state/identity'
import { maskedFile } from '../../state/client-user'
import { download } from '../../state/download'
import { credentialWord, type StoredIdentity, useKeyring } from '../../state/keyring'
import { CONFIG_FILE, configFile, credentialId, writingLine } from './config-file'

/** A separate administrator for programs, because the page's own has no credentials. */
const ADMINISTRATOR = 'connect:administrator'

interface Place {
  readonly server: string
  readonly authority: string
}

/** A kubeconfig for the page's identity. */
export function ConfigPart(place: Place) {
  const { identity } = useIdentity()
  const own = credentialId(identity.id)
  const kept = useKeyring((state) => state.kept).find(({ id }) => id === (own === ADMIN.id ? ADMINISTRATOR : own))
  return (
    <section className="o-panel" aria-label="Client configuration">
      <header>
        <h2>Client configuration</h2>
        <span className="o-dim o-small">for {identity.name}</span>
      </header>
      <div className="o-panel-body o-stack">
        <p className="o-connect-about">
          One file (kubeconfig format) tells a program the address, the certificate authority and who you are. Change
          your identity at the top right to get the file of another user.
        </p>
        {kept || own === NOBODY.id ? (
          <File place={place} identity={identity} kept={kept} />
        ) : own === ADMIN.id ? (
          <MakeAdministrator />
        ) : (
          <Empty title="No credentials in this tab" icon="identity">
            Select an identity with a token or a certificate.
          </Empty>
        )}
        {kept?.id === ADMINISTRATOR && <MakeAdministrator again />}
      </div>
    </section>
  )
}

function MakeAdministrator({ again = false }: { readonly again?: boolean }) {
  const session = useSession()
  const make = useMutation({
    mutationFn: () => session.control('administrator', null),
    onSuccess: ({ name, certificate, key }) =>
      useKeyring.getState().keep({
        id: ADMINISTRATOR,
        name,
        groups: ADMIN.groups,
        note: 'Made for programs outside the page',
        credential: { type: 'certificate', certificate, key },
      }),
  })
  return (
    <div className="o-row wrap">
      <Button
        variant={again ? 'subtle' : 'filled'}
        loading={make.isPending}
        leftSection={<Icon name="identity" size={14} />}
        onClick={() => make.mutate()}
      >
        {again ? 'Create another certificate' : 'Create an administrator certificate'}
      </Button>
      {!again && <span className="o-dim o-small">Signed by the cluster, valid for 30 days, kept in this tab.</span>}
      {make.isError && <ErrorMessage error={make.error} />}
    </div>
  )
}

function File({
  place,
  identity,
  kept,
}: {
  readonly place: Place
  readonly identity: Identity
  readonly kept: StoredIdentity | undefined
}) {
  const [shown, setShown] = useState(false)
  const text = configFile(place, identity, kept)
  return (
    <>
      <div className="o-row wrap">
        <Button
          leftSection={<Icon name="download" size={14} />}
          onClick={() => download(CONFIG_FILE, text, 'application/yaml')}
        >
          Download {CONFIG_FILE}
        </Button>
        <CopyButton icon="console" label="Copy one line that writes the file" text={() => writingLine(text)} />
        <Button variant="default" aria-pressed={shown} onClick={() => setShown(!shown)}>
          {shown ? 'Hide secrets' : 'Show secrets'}
        </Button>
        <span className="o-dim o-small">
          {kept
            ? `${credentialWord(kept.credential)}. Keep the file secret.`
            : 'No credentials: requests are anonymous.'}
        </span>
      </div>
      <pre className="o-code" tabIndex={0} aria-label="The client configuration">
        {shown ? text : maskedFile(text)}
      </pre>
    </>
  )
}
