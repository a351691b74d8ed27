/** The texts of the lobby: looking for an opponent, and challenges. */
export const lobby = {
  tile: (clock: string, speed: string) => `${clock} ${speed}: find an opponent`,
  /** A time control, for sentences. */
  terms: (clock: string, bugs: string, rated: boolean) =>
    [clock, bugs, rated ? "rated" : "casual"].filter(Boolean).join(" · "),
  threefold: "draw by threefold repetition",
  searching: "Looking for an opponent",
  elapsed: (time: string) => `for ${time}`,
  others: (count: number) =>
    count <= 0
      ? "No one else is looking yet"
      : count === 1
        ? "1 other player is looking"
        : `${count} other players are looking`,
  cancel: "Cancel",
  meanwhile: (level: number) => `Play the computer meanwhile (level ${level})`,
  meanwhileNote: "You keep your place. When an opponent comes, the game opens.",
  found: "Your opponent is here",
  enter: "Go to the game",
  ended: "Your search ended while you were away.",
  again: "Search again",
  close: "Close",
  signIn: "Sign in to play rated games.",

  rated: "Rated",
  casual: "Casual",
  ratedNote: "The result changes your rating.",
  casualNote: "Just for fun: ratings stay as they are.",
  guestNote: "Rated games need an account.",
  clockNote: "Rated games need a clock.",
  colours: "Colours alternate from game to game.",
  range: "Your opponent's rating",
  lowest: "Lowest",
  highest: "Highest",
  anyRating: "Any",
  rangeNote: "Players without a rating count as 1500. A narrow range means a longer wait.",
  rangeProblem: "The lowest rating is above the highest.",
  ratings: (lowest: number | null, highest: number | null) =>
    lowest !== null && highest !== null
      ? `rating ${lowest} to ${highest}`
      : lowest !== null
        ? `rating ${lowest} or more`
        : highest !== null
          ? `rating up to ${highest}`
          : "",

  challenge: "Challenge",
  challengeTitle: (name: string) => `Challenge ${name}`,
  challengeByName: "Challenge a player by name",
  player: "Player",
  playerPlaceholder: "Their name",
  send: "Send the challenge",
  sent: (name: string) => `Waiting for ${name} to answer`,
  withdraw: "Withdraw",
  challenges: (name: string) => `${name} challenges you`,
  accept: "Accept",
  decline: "Decline",
  declining: "Say why (optional)",
  reasons: {
    generic: "I'd rather not play now",
    later: "Ask me again later",
    "too-fast": "A slower clock, please",
    "too-slow": "A faster clock, please",
    rated: "Rated, please",
    casual: "Casual, please",
    rules: "Other bugs or rules, please",
  },
  declined: (name: string, reason: string) => `${name} declined: ${reason}.`,
  youPlay: { white: "You play White", black: "You play Black", random: "Colours by chance" },
  expires: (minutes: number) =>
    minutes < 2 ? "Open for another minute" : `Open for another ${minutes} minutes`,
  problems: {
    "unknown-player": "There's no player with this name.",
    "own-challenge": "That's you! Choose someone else.",
    "rated-clock": "A rated game needs a clock.",
    "challenge-refused": "This player doesn't accept challenges from you.",
    "too-many-challenges": "Too many challenges are waiting for an answer. Try again later.",
    "unknown-challenge": "This challenge is no longer open.",
    "sign-in-required": "Sign in to challenge a player.",
  },
};
