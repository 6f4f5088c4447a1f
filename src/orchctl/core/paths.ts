/** `path` as an absolute path, without `.` and `..`. */
export function resolvePath(cwd: string, path: string): string {
  const steps: string[] = []
  for (const step of (path.startsWith('/') ? path : `${cwd}/${path}`).split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  }
  return `/${steps.join('/')}`
}
/** The folder of a path. */
export const directoryOf = (path: string): string => path.replace(/\/[^/]*$/, '') || '/'
/** The last part of a path. */
export const baseOf = (path: string): string => path.replace(/^.*\//, '')
