// The numbers of the model in one place: what each means, its unit, and where it comes from. Costs are in nats (−log probability). Imported as MODEL;
// constants of a module, not of an object, so that what is shipped holds the numbers and not their names.

// ——— fixes ———
/** Fixes closer than this to the last lattice step are merged into it, metres. */
export const stepSpacing = 8;
/** … or than so many of its per-axis errors, up to so many metres: who cannot say where one is has not stood still. */
export const spacingSigmas = 1.5;
export const spacingMost = 100;
/** Two of them so many seconds apart or more, and so many times that far from the fixes before and after, are two steps: between them may
 * have been a way round. Closer in time it was a red light. */
export const returnSeconds = 20;
export const returnSpacings = 2;
/** So many fixes in a row that lie within some metres beside and along the line where one going straight and evenly would be say no more than those
 * around them, within so many seconds and metres in all. */
export const evenFixes = 3;
export const evenSeconds = 5;
export const evenMetres = 60;
export const evenBeside = 2;
export const evenAlong = 4;
/** Error of the map itself per axis, metres: half a carriageway and the drawing. */
export const mapSigma = 2.5;
/** Per-axis error taken for fixes that report no accuracy, metres. */
export const defaultSigma = 5;

/** A receiver's error is the same error for about so long, or so far where there are no times: closer steps count less, down to a least. */
export const correlationSeconds = 20;
export const correlationMetres = 100;
export const leastWeight = 0.25;
/** … unless the decoded errors are less correlated than such weights say; that they are is worth so many pairs of steps. */
export const correlationPrior = 10;
/** While one stays there is such an error after another: of so many at most the fixes of a stay are evidence that it is off every road. */
export const lastingMost = 10;

/** Metres along a road that a fix beside it may be off its place there. */
export const acrossAlong = 0.5;
/** What is left of a receiver's error decays over so many seconds, or metres where there are no times; less than a least tells nothing. What comes new
 * all the same, metres; how much its change counts, and for how many nats at most, for receivers do jump. */
export const driftSeconds = 60;
export const driftMetres = 300;
export const driftLeast = 0.5;
export const driftSigma = 3;
export const driftWeight = 0.8;
export const driftMost = 2;

/** Errors are scaled to the decoded distances: weight of "as reported" in steps, bounds, the factor that is near enough (down, for
 * errors that smoothing has measured), and least error, metres. */
export const scalePrior = 8;
export const scaleLeast = 0.1;
export const scaleMost = 5;
export const scaleTolerance = 1.3;
export const smoothedTolerance = 2;
export const leastSigma = 2.5;

/** Fields held against movements of this many metres and more, if there are so many: least mean cosine of
 * the course, of one that never changes, by how much that of its mirror image may be more, and most ratio of the speed. Fixes with accuracies, and
 * share of them with one and the same, to take it for none. */
export const movedMetres = 10;
export const mutedLeast = 5;
export const courseAgreement = 0.3;
export const constantCourseAgreement = 0.9;
export const mirroredCourse = 0.02;
export const speedAgreement = 1.7;
export const constantAccuracyLeast = 8;
export const constantAccuracyShare = 0.9;
/** An accuracy of more metres than this says nothing when fixes so many seconds apart or more lie beside the line between their neighbours
 * by less than this share of the error it states. */
export const overstatedMetres = 200;
export const overstatedSeconds = 10;
export const overstatedScatter = 0.1;

/** A place that was sent before has the time it was sent first when so large a share of the moves begin at such places. */
export const heldShare = 0.5;
/** … or where the way from it on takes its first time, and would be impossible from the last: fixes within so many metres are one place, and those
 * so many seconds after it do not come back. */
export const heldMetres = 5;
export const heldSeconds = 30;
/** Times say nothing when more than this share of the moves, of which half are of so many errors or more, and more than so many could not have been
 * travelled in them; or none. */
export const impossibleShare = 0.3;
export const impossibleLeast = 4;
export const impossibleErrors = 10;
/** … less those to and from a place that the way past is so many times shorter than the way by it. */
export const awayTimes = 8;

// ——— smoothing ———
/** Noise that is another from fix to fix is averaged out if it is so much, metres per axis, and so many fixes show it whose neighbours are no
 * farther away than so many metres at the highest speed: over more the traveller may have turned between them. Much noise reaches farther,
 * until what the traveller may have done meanwhile has so many times its variance, and to so many metres at most. */
export const smoothLeast = 1.5;
export const smoothMetres = 210;
export const smoothLoose = 20;
export const smoothMost = 480;
export const smoothFixes = 20;
/** Between fixes that are farther apart than can be travelled, by so many of their errors, nothing is averaged out: more than any outlier is off. */
export const smoothJump = 40;
/** More, metres per axis, is none, but two travellers under one name. */
export const smoothNoise = 100;
/** It is noise and no turning if over twice the time it is less than so many times the variance (noise: 1, turning: 8). */
export const smoothRatio = 3;
/** How fast travellers change their velocity: variance per axis that grows to the square of the highest speed in so many seconds. */
export const smoothTurnSeconds = 150;

// ——— times that nobody sent ———
/** Moves are of more metres than this; nine in ten go at such a share of the highest speed at most. */
export const madeMetres = 2;
export const madeShare = 0.25;
/** They are over as many fixes, up to so many, as it takes for one in ten to be of so many metres: from one fix to the next there may be noise alone. */
export const madeFixes = 8;
export const madeFar = 100;

// ——— outliers ———
/** Most fixes of one run, or as many as come in so many seconds up to so many, and seconds it may last; and where the way there and the way back take more
 * than the highest speed. */
export const outlierFixes = 10;
export const burstSeconds = 10;
export const burstFixes = 200;
export const outlierSeconds = 20;
export const impossibleSeconds = 300;
/** … and share of a track's fixes, or of a short one so many: more are none, for it is the times that are wrong. */
export const outlierShare = 0.45;
export const outlierLeast = 2;
/** Most fixes at a track's end that are outliers together, and moves after them that have to be possible. */
export const endFixes = 5;
export const endAgreed = 10;
/** Highest change of speed, m/s²; how many of the fixes' errors a jump has to be beyond; memory of the pace, seconds. */
export const outlierAcceleration = 3;
export const outlierErrors = 2;
export const outlierMemory = 5;

// ——— stays ———
/** Fixes that keep within a box of so many metres, or of so large a part of what is travelled in that time, for so many seconds, if they are so many
 * and by places so many metres apart go so many times the box's width, less what was travelled by their own speeds of so many metres per second or more. */
export const stayMetres = 100;
export const stayShare = 0.05;
export const staySeconds = 300;
export const stayFixes = 4;
export const stayApart = 7;
export const stayWander = 3.5;
export const staySpeed = 2;
/** … and in so many seconds on the average so large a part of how far half of them are from the middle: who halts at one place after another mostly stands. */
export const stayHop = 30;
export const stayHopped = 0.45;
/** … less those before and after it that are so many times as far from the middle of the box as half of its fixes are. */
export const stayNear = 6;
/** It is none where so much of what is gone is straight on (the mean cosine from one step to the next), or round the middle one way: so large a part of what
 * would be swept if all of it were gone as far from the middle as half of its fixes are. */
export const stayRound = 0.7;
export const staySwept = 0.35;
/** From the fix before it and to that after it one can have come, but for so many metres. */
export const stayReach = 10;

// ——— vague fixes ———
/** Errors per axis that are looked at are larger than so many metres, and than so many times the usual ones of the track. Such a fix says nothing when
 * its error is larger than that by a part of the metres between its neighbours, and by one for each second between them. */
export const vagueSigma = 30;
export const vagueTimes = 5;
export const vagueShare = 8;

// ——— candidates ———
/** Roads are looked for this many σ away at least. */
export const radiusSigmas = 5;
/** Where no road is that near, one is looked for this far unless the caller says how far, metres: a fix may be that bad. */
export const lastResortRadius = 150;
/** Places whose own evidence is so many nats behind the best are left out, but for those on an edge whose state before is so few behind. */
export const pruneNats = 3.5;
export const beamNats = 5;
/** Where the way to a step costs more than being at one of those, they are left out only when they are so many behind. */
export const wideNats = 8;
/** Places are looked for as far away as may matter if the nearest costs so many nats; where it costs more, once more farther. */
export const nearNats = 1;
/** … but on an edge whose state before is so few nats behind it is looked for all around. */
export const farNats = 2;
/** States more than so many nats behind the likeliest way are left behind; more than fewer where so many are nearer. */
export const sourceNats = 11;
export const crowdNats = 7;
export const crowd = 6;
/** Once the likeliest way is known, states no way through which is less than so many nats behind it are left out. */
export const keepNats = 9;
/** Two places on one winding edge are told apart when the distance rises by this much between them, metres. */
export const branchRise = 12;

// ——— emission ———
/** A place counts for at least such a share of its road, however short the piece. */
export const leastExtent = 1e-3;
/** Degrees of freedom of Student's t: how heavy the tail of a fix's error is. */
export const tailFreedom = 3;
/** Concentration of the course at full trust; one that is off never costs more than `courseFloor`. */
export const courseConcentration = 12;
/** Speed at which the course is half trusted, m/s. */
export const courseSpeed = 3;
export const courseFloor = 8;
/** Going faster than usual on a road: nats per unit of relative excess over so many times the usual speed, and at most. A speed that was not reported is
 * that of the slower of the straight lines to the steps before and after it, less the fix's error. */
export const haste = 4;
export const hasteLeast = 1.1;
export const hasteMost = 4;
/** Going slower on a fast road (less than so many seconds a metre) than so many times its usual speed, but faster than so many m/s: nats per unit of that. */
export const jam = 0.5;
export const jamSlowness = 0.06;
export const jamMost = 0.6;
export const jamSpeed = 4;

// ——— transition ———
/** β of |route − straight|, metres: a constant, and shares of the straight distance, of the fixes' error and of the seconds between them. */
export const betaBase = 2;
export const betaPerMetre = 0.06;
export const betaPerSigma = 0.5;
export const betaPerSecond = 0.65;
/** … and what a nat of going back on an arc is worth at most, in the fixes' errors: it is the noise of standing still. */
export const backSigmas = 3;
/** Past about so many nats the cost of an excess grows with its square root only: roads do wind. */
export const excessTail = 1.5;
/** Longest route tried: so many times the straight distance, and so many metres more, and so many nats of charges. */
export const boundShare = 2.5;
export const boundMetres = 300;
export const boundNats = 10;
/** … but as far as this speed leads in the time, m/s, for so many seconds at most: hairpins bring one back to where one was. */
export const boundSpeed = 25;
export const boundSeconds = 240;
/** How fast a ferry may be, m/s: who is aboard need not be able to. */
export const ferrySpeed = 20;
/** Routes this much longer than the shortest from the same place are not tried: metres, straight distances, and nats in metres of β. */
export const detourMetres = 50;
export const detourShare = 0.25;
export const detourNats = 10;
/** … and where fixes are far apart the less the farther behind the place they lead on from is: nothing more at so many nats, all of it so many before
 * that. Ways at the other price, of which fewer are wanted, by so much of that; and the others by as much at least. */
export const detourBehind = 8;
export const detourFading = 4;
export const otherDetour = 0.1;
/** Where the cheapest way to a step costs more nats than that it is looked for again, as far round as so many nats are worth: a banned turn, a barrier. */
export const againNats = 5;
export const ruleNats = 5.5;
/** What a nat of charges is worth in metres when routes are compared: few numbers, so that what was found can be kept. Legs of a β below
 * `middleBeta` take the first, others the second, and from `farBeta` on the better of the ways found at the second and the third. */
export const priceNear = 10;
export const priceMiddle = 60;
export const priceFar = 150;
export const middleBeta = 16;
export const farBeta = 50;
/** Cost of a turn back at a dead end, at a junction, and on the open road. */
export const uTurnDeadEnd = 2;
export const uTurnJunction = 4;
export const uTurnRoad = 8;
/** Turning on the road is chosen over a way round by the end of it unless that is cheaper by more than so many nats for each time over that it usually takes the
 * seconds there were and these more. */
export const late = 4;
export const lateSeconds = 1;
/** Extra when the U-turn policy forbids it. */
export const uTurnForbidden = 4;
/** Entering an arc against its one-way rule, or one closed to the mode, and what each of its metres costs. Entering has to stay below
 * `wideNats`, or a place against the rules would never be looked at. */
export const wrongWay = 5;
export const wrongWayPerMetre = 0.02;
export const noAccess = 3;
export const noAccessPerMetre = 0.01;
/** What each metre costs per unit by which an "avoid" factor exceeds 1. */
export const avoidPerMetre = 0.01;
/** What each metre of a road costs a vehicle for being of a kind that few drives go along: a driven metre in thousands is on a track. */
export const trackPerMetre = 0.022;
export const servicePerMetre = 0.015;
export const livingStreetPerMetre = 0.008;
export const residentialPerMetre = 0.004;
export const unclassifiedPerMetre = 0.003;
export const tertiaryPerMetre = 0.002;
export const secondaryPerMetre = 0.001;
/** … and more for lying within a property: an aisle of a car park, a driveway. */
export const minorPerMetre = 0.01;
/** For its kind a way is charged so many metres of it, or a larger part the longer than straight it is, up to all where it is so much longer and so many of the
 * fixes' errors: where both its ends are of such a kind it is turning into it that is rare, and beside a greater road that fixes lie on it says more. */
export const kindMetres = 20;
export const kindLonger = 0.15;
export const kindSigmas = 2;
/** … along a track so much longer: they wind, and were dearer than no road where they do. */
export const trackLonger = 2;
/** … but none that costs so many nats more, for it breaks a rule. */
export const kindNats = 2;
/** Where a limit is posted, what each second costs that a metre takes longer at it than at the usual one, 45 km/h. What it takes less is
 * taken off the price of the class, down to nothing. Lower limits than the lowest, m/s, are as low as that: or the road would cost more than none. */
export const slowPerSecond = 0.15;
export const usualLimit = 12.5;
export const slowestLimit = 5.5;
/** A turn at a junction: nothing straight on, half of this at a right angle, all of it back on oneself. */
export const turn = 1;
/** Bearing off beside a way that goes straighter on, neither named and both of one class: where a map says no more than that, it is a ramp,
 * the loop of a rest area, a lane to the side, if the bend costs no more than so many nats (16°). */
export const ramp = 0.5;
export const rampBend = 0.02;
/** A banned turn, and passing a barrier. */
export const bannedTurn = 4;
export const barrier = 4;
/** Cost per unit of relative excess over the highest plausible speed. */
export const speedExcess = 20;
/** Reported speeds foretell the distance for this long, seconds; how fast their error grows, m/s²; how
 * much they count at 1 Hz, twice as much from so many seconds on, and at most. */
export const speedHorizon = 20;
export const speedSpread = 0.6;
export const speedWeight = 0.5;
export const speedSure = 10;
export const speedCap = 8;
/** Pace: legs at least so many seconds long are held against so many legs on either side, if those took so much of the usual time or more. */
export const paceSeconds = 5;
export const paceLegs = 4;
export const paceLeast = 0.08;
/** … and against the speeds reported at its ends, which count for as much as theirs on a leg of so many seconds; a halt there takes so large a share
 * of the leg more or less. Who goes at a 30th (the root of one in so many) of the highest speed half stands. */
export const paceLasts = 60;
export const paceHalt = 0.15;
export const standing = 900;
/** Relative spread of a leg's usual seconds against theirs, and seconds more for turns and lights; the spread is as good as seen on so many legs. */
export const paceSpread = 0.15;
export const paceDelay = 3.5;
export const pacePrior = 4;
/** Share of legs to which that does not apply, as good as seen on so many legs; they are spread over so many times the seconds foretold,
 * by so many seconds a nat up to a most: after an hour's rest time says nothing. What they count for the pace of the legs around them. */
export const paceOdd = 0.2;
export const paceOddPrior = 20;
export const paceOddRange = 3;
export const paceTail = 15;
export const paceMost = 8;
export const paceOddWeight = 0.02;
/** Share of the other legs that take no more or less than their fixes' errors explain, so many times these, as good as seen on so many legs. */
export const paceEven = 0.2;
export const paceEvenPrior = 20;
export const paceNoise = 2;
/** How well the legs around were foretold counts beside how well all were, which is as good as seen on so many; at most so many times the variance. */
export const paceLocal = 12;
export const paceLocalMost = 4;
/** A break in the route, and how much less one costs the closer in time its ends are, from this down to nothing at so many seconds: so near each other they
 * are the two sides of a hole in the map. */
export const gap = 16;
export const gapShort = 4;
export const gapSeconds = 15;
/** … and after so many seconds by the metre between its ends, as far as one gets at so many m/s since: all ways cost more the longer they are. */
export const gapSoon = 60;
export const gapPerMetre = 0.002;
export const gapSpeed = 30;

// ——— path ———
/** Pieces at a run's ends shorter than this are dropped, metres. */
export const sliver = 0.05;

// ——— confidence ———
/** States this far on or back along the way, metres and σ, but at most so many metres, agree with the chosen one. */
export const agreeMetres = 10;
export const agreeSigmas = 4;
export const agreeMost = 60;
/** Places more than so many σ from their fixes are less sure by so much a σ, down to so much: a yard or a road that the map does not have is no rarer than
 * an error as large as that. */
export const astraySigmas = 3.5;
export const astrayPerSigma = 0.3;
export const astrayLeast = 0.7;

// ——— off the road ———
/** A road farther away than this, in σ and in metres, explains a fix no better than no road at all. */
export const offSigmas = 6;
export const offMetres = 50;
/** Leaving the network, joining it, and each metre off it. */
export const offExit = 7;
export const offEntry = 7;
export const offPerMetre = 0.0115;
/** … but where the step next to a track's first or last has no road at all, so much less than being off the road at that one: or a single fix far
 * from any road would take a whole stop on a road off it. */
export const offLone = 1;

// ——— past ———
/** A step contradicts the track when all the way costs so many nats more than it does past it, and so many for each second from the step before it to the
 * one after; so many together at most. */
export const pass = 10;
export const passSteps = 2;
export const passPerSecond = 0.05;
/** Several together, or those off the roads, in so many seconds at most. */
export const passSeconds = 60;
