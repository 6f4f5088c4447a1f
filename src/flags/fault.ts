/** The `fault` of a flag's value: nothing if it is valid, otherwise why not. */
export const faultUnless = (valid: boolean, why: string): string | undefined => (valid ? undefined : why)
