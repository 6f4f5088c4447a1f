import { useSetQuery } from '../../state/place'
import { personOfUser, personText } from './people'

/** The users of recorded requests. */
export function RecordedUsers({
  users,
  who,
}: {
  readonly users: { user: string; count: number }[]
  readonly who: string
}) {
  const setQuery = useSetQuery()
  return (
    <section className="o-panel" aria-label="Users with requests">
      <header>
        <h2>Users with requests</h2>
      </header>
      <ul className="o-plain o-panel-body">
        {users.map(({ user, count }) => {
          const text = personText(personOfUser(user))
          return (
            <li key={user} className="o-row">
              <button
                type="button"
                className="o-link o-mono o-break o-grow"
                aria-pressed={text === who}
                onClick={() => setQuery({ who: text, role: undefined }, { push: true })}
              >
                {text}
              </button>
              <span className="o-dim o-num">{count}</span>
            </li>
          )
        })}
        {users.length === 0 && <li className="o-dim">No requests yet.</li>}
      </ul>
    </section>
  )
}
