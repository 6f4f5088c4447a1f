// Browsers keep the compiled form of what a worker imports, but not of its first script. So this one only loads two others, at the same time.
const early: MessageEvent[] = []
const keep = (message: MessageEvent): void => void early.push(message)
addEventListener('message', keep)

const loading = import('./control-plane.service')
import('./control-plane.owner').then(
  ({ ownSite }) => {
    removeEventListener('message', keep)
    ownSite(loading, early)
  },
  // The window does not see an unhandled rejection, only a reported error; it restarts a worker that failed.
  (error: unknown) => reportError(error),
)
