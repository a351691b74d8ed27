/** Texts about shared studies. */
export const studies = {
  heading: "Studies",
  refusals: {
    "unknown-study": "We can't find that study, or it isn't shared with you any more.",
    "view-only": "You can view this study but not edit it. Copy it to try your own moves.",
  },

  list: {
    yours: "Your studies",
    joined: "Shared with you",
    public: "Public studies",
    none: "You have no studies yet. A study has chapters that you can edit together with others.",
    noneForGuests:
      "There are no public studies yet. A study has chapters that several people can edit together.",
    guest:
      "Sign in to create studies and edit them together with others. The analysis board works without an account.",
    create: "New study",
    newName: "My study",
    board: "Analysis board",
    chapters: (count: number) => (count === 1 ? "1 chapter" : `${count} chapters`),
    by: (name: string) => `by ${name}`,
    isPublic: "Public",
    canEdit: "You can edit",
    failed: "The studies can't be loaded.",
  },

  roles: { owner: "Owner", edit: "Can edit", view: "Can view" },

  chapters: {
    heading: "Chapters",
    chapter: (number: number) => `Chapter ${number}`,
    add: "Add a chapter",
    addText: "It starts with an empty board. To add a game or a position, use “Open” or “Set up”.",
    name: "Name",
    rename: "Rename",
    up: "Move up",
    down: "Move down",
    turn: "Open in this rotation",
    remove: "Delete",
    removed: (name: string) => `“${name}” was deleted.`,
    restore: "Restore",
    options: (name: string) => `Options for ${name}`,
    of: (index: number, count: number) => `${index} of ${count}`,
    previous: "Previous chapter",
    next: "Next chapter",
  },

  bar: {
    saved: "All changes saved",
    saving: "Saving…",
    offline: (count: number) =>
      count === 0
        ? "Offline"
        : count === 1
          ? "Offline: 1 change waits here"
          : `Offline: ${count} changes wait here`,
    merged: (count: number) => (count === 1 ? "Your change was merged" : `Your ${count} changes were merged`),
    refused: (count: number) =>
      count === 1 ? "One change could not be saved" : `${count} changes could not be saved`,
    viewing: "You can view this study",
    people: "Here now",
    you: "You",
    guest: "Guest",
    follow: (name: string) => `Follow ${name}`,
    following: (name: string) => `Following ${name}`,
    more: (count: number) => `${count} more`,
    all: "All studies",
    manage: "Study",
  },

  closed: {
    heading: "This study is closed",
    text: "It was deleted, or it isn't shared with you any more.",
    unsaved: "Changes that were not saved stay in this browser.",
    toList: "Your studies",
  },

  share: {
    together: "Edit together",
    togetherText:
      "Turn this into a study with chapters, which others can view or edit at the same time as you.",
    create: "Create a study",
    needsAccount: "You need an account to create a study.",
    name: "Name of the study",
    snapshot: "Share it as it is now",
    heading: "Share this study",
    viewLink: "Link to view",
    viewText: "Whoever has it can open the study.",
    editLink: "Link to edit",
    editText: "Whoever has it can edit the study once they have an account.",
    make: "Create a link",
    renew: "Replace",
    renewNote: "Replacing a link makes the old one invalid. People who have joined stay.",
    revoke: "Revoke",
    members: "People",
    nobody: "No one has joined yet.",
    nameless: "Guest without a name",
    role: (name: string) => `What ${name} may do`,
    remove: (name: string) => `Remove ${name}`,
    publicLabel: "Public",
    publicText: "Everyone can find this study and view it.",
    save: "Save",
    ask: "Only the owner can change who may open this study.",
    link: "Link to this study",
    linkText: "It works for people who have joined, and for everyone while the study is public.",
    remember: "Delete the study",
    confirmDelete: "Delete it for everyone? This can't be undone.",
    leave: "Leave the study",
    copy: "Copy to my studies",
    copied: "This is your copy.",
    full: "You have too many studies, or they take all of your space. Delete one first.",
  },

  export: {
    all: "All chapters",
    allPgn: "All chapters (PGN)",
  },
};
