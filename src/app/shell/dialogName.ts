/** The dialogs that open over any screen. */
export type ShellDialogName = 'palette' | 'shortcuts' | 'saveView' | 'views';
