declare global {
  interface Navigator {
    /** How the browser is connected; not every browser says. */
    readonly connection?: { readonly saveData?: boolean }
  }
}

/** Whether the user asked the browser to load no more than needed. */
export const savesData = ({ connection }: Pick<Navigator, 'connection'>): boolean => connection?.saveData ?? false
