/** Texts of the setup after the household has been created. */
export const setupSteps = {
  othersTitle: "Who else lives here?",
  othersLead:
    "Add everybody who has chores, events or wishes. They need no sign-in for that; you can invite them later.",
  othersAdded: "Added so far",
  addPerson: "Add",
  skip: "Skip",
  doneTitle: "Your household is ready",
  doneLead: "Do any of these next, or do them some other day: all of it is in the settings.",
  goOn: "Go to Today",
  next: {
    list: "Make your first list",
    listHint: "Groceries, for example.",
    invite: "Invite the others",
    inviteHint: "Each gets a link to set a password.",
    tablet: "Hang up a tablet",
    tabletHint: "Pair it with a code of six digits.",
    agent: "Connect an agent",
    agentHint: "Let an assistant help, as far as you allow.",
  },
};
