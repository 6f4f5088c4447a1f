import { Autocomplete, Button, Select, TagsInput, TextInput } from '@mantine/core'
import { useKnownSubjects } from '../queries/known-subjects'
import { ADMIN, identityOf, impersonationId, useIdentities } from '../state/identity'
import { useSessionDraft } from '../state/session-draft'
import { Dialog } from './Dialog'
import { Explained } from './terms/Explained'

/** Parses extra values typed as `key=value`. */
const extraOf = (text: string): [string, string] | undefined => {
  const at = text.indexOf('=')
  return at > 0 ? [text.slice(0, at).trim(), text.slice(at + 1).trim()] : undefined
}

interface ActAsForm {
  readonly user: string
  readonly groups: string[]
  readonly uid: string
  /** Texts `key=value`. */
  readonly extra: string[]
  /** Id of the identity that impersonates. */
  readonly by: string
}

const EMPTY: ActAsForm = { user: '', groups: [], uid: '', extra: [], by: ADMIN.id }

/** Sets up impersonation with every field that a request can carry; the address keeps it as the identity's id. */
export function ActAsDialog({
  onClose,
  onChoose,
}: {
  readonly onClose: () => void
  readonly onChoose: (id: string) => void
}) {
  const known = useIdentities((state) => state.known)
  const subjects = useKnownSubjects()
  const [form, setForm, drop] = useSessionDraft<ActAsForm>('act-as', EMPTY)
  const { user, groups, uid, extra, by } = form
  const change = (part: Partial<ActAsForm>): void => setForm({ ...form, ...part })
  const pairs = extra.map(extraOf)
  const wrong = pairs.includes(undefined)
  const others = Object.keys(known).flatMap((id) => {
    const other = identityOf(id, known)
    return other ? [{ value: id, label: other.name }] : []
  })
  return (
    <Dialog
      onClose={onClose}
      // Clicking outside must not discard input.
      closeOnClickOutside={!user && groups.length === 0 && extra.length === 0}
      title="Act as a user"
    >
      <form
        className="o-stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (!user.trim() || wrong) return
          onChoose(
            impersonationId(user.trim(), groups, {
              uid: uid.trim(),
              extra: pairs.filter((pair) => pair !== undefined),
              ...(by !== ADMIN.id && { by }),
            }),
          )
          drop()
          onClose()
        }}
      >
        <p className="o-dim o-flush">
          Authorization, admission and audit see the user, groups and extra fields given here. Impersonating needs the
          verb <code>impersonate</code> for each of them.
        </p>
        <Explained term="impersonation">
          <Autocomplete
            label="User"
            description="Service account: system:serviceaccount:<namespace>:<name>"
            value={user}
            onChange={(next) => change({ user: next })}
            data={[...subjects.users]}
            limit={200}
            maxDropdownHeight={240}
            openOnFocus={false}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
        </Explained>
        <TagsInput
          label="Groups"
          description="Press Enter after each"
          value={groups}
          onChange={(next) => change({ groups: next })}
          data={[...subjects.groups]}
          maxDropdownHeight={240}
          openOnFocus={false}
          acceptValueOnBlur
        />
        <TextInput
          label="UID"
          description="Available since release 1.22"
          value={uid}
          onChange={(e) => change({ uid: e.currentTarget.value })}
        />
        <TagsInput
          label="Extra"
          description="key=value, press Enter after each"
          value={extra}
          onChange={(next) => change({ extra: next })}
          error={wrong ? 'Each must be key=value' : undefined}
        />
        {others.length > 0 && (
          <Select
            label="Impersonated by"
            allowDeselect={false}
            data={[{ value: ADMIN.id, label: 'admin' }, ...others]}
            value={by}
            onChange={(value) => change({ by: value ?? ADMIN.id })}
          />
        )}
        <div className="o-row o-to-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!user.trim() || wrong}>
            Act as {user.trim() || 'this user'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
