// The numbers of the model in one place: what each means and its unit. Costs are in nats (−log probability); "behind" means dearer than the cheapest. Each
// heading names the files that use the numbers below it; headings are in the order of a match. A comment that begins with "…" goes on with the sentence
// before it. Why a number is what it is: the history in bench/README.md. Imported as MODEL: a bundle holds the constants of a module as numbers, but those
// of an object by name as well.

// ═════════ match/track ═════════

// ——— vague.ts: fixes that say of themselves that they may be far off ———
/** An error per axis of up to so many metres is never vague, … */
export const vagueSigma = 30;
/** … nor is one of up to so many times the track's median. */
export const vagueTimes = 5;
/**
 * A larger error is allowed another metre for so many metres between the fix's neighbours, and one for each second between them. A fix whose error is
 * larger still is vague.
 */
export const vagueMetres = 8;
/** So is a fix whose error is more than so many times that of the fix before or after it, … */
export const vagueWorse = 2.5;
/** … and so many metres for each second between the two, … */
export const vagueSpeed = 3;
/** … if these are no more than so many. Smoothing takes the noise for the same in all fixes, and would treat both as the worse one. */
export const vagueSeconds = 3;

// ——— times.ts: times that are wrong ———
/** Share of the moves that begin at a repeated place, from which on the device is taken to send its last known place again at new times. */
export const heldShare = 0.5;
/** Fixes with one time, from so many on, that are farther apart than one gets in a second, were gathered and sent together. */
export const gatheredFixes = 4;
/** Metres within which fixes are one repeated place. */
export const heldMetres = 5;
/** Seconds after the move away from a repeated place in which no fix may come back to it: else the fix it led to was an outlier. */
export const heldSeconds = 30;
/** Times are muted if more than this share of the moves are impossible in their time, … */
export const impossibleShare = 0.3;
/** … and more than so many of them. */
export const impossibleLeast = 4;
/**
 * Errors of the fixes that a distance has to be long to be a move and not noise. Half of it is allowed for when a move is checked against the highest
 * speed.
 */
export const impossibleErrors = 10;
/** If the way through a fix is more than so many times as long as the way past it, its place is wrong and not its time. */
export const awayTimes = 8;

// ——— mute.ts, times.ts: fields checked against the movement ———
/** Metres from which on a move can contradict a course, a speed or an accuracy: a shorter one may be all noise. */
export const movedMetres = 10;
/** Least number of moves needed to mute a field. */
export const mutedLeast = 5;
/** Courses are muted if the mean cosine between them and the moves is less than this. */
export const courseAgreement = 0.3;
/** … for a course that never changes. */
export const constantCourseAgreement = 0.9;
/** A course is muted if it agrees better counted counter-clockwise or from east, by more than so much of a mean cosine. */
export const mirroredCourse = 0.02;
/** Moves of each part of a track whose courses are also judged by themselves. */
export const courseMoves = 20;
/** A move is a turn if the cosine between the courses at its ends is less than this. */
export const courseTurned = 0.99;
/** If over the turns the mean cosine between courses and moves is more than this, the courses were computed from the fixes and say nothing. */
export const movementAgreement = 0.9999;
/** Speeds are muted if the median ratio of the distance that they give to the distance moved is more than this, or less than 1 over this. */
export const speedAgreement = 1.7;
/** An accuracy is a setting if of at least so many fixes that have one … */
export const constantAccuracyLeast = 8;
/** … this share have one and the same. */
export const constantAccuracyShare = 0.9;
/** Accuracies whose median is above so many metres are checked against how far the fixes scatter. */
export const overstatedMetres = 200;
/** Least seconds between the fixes compared for that. */
export const overstatedSeconds = 10;
/** Least share of the stated error that they have to scatter by. */
export const overstatedScatter = 0.1;

// ——— outliers.ts, place.ts: jumps ———
/** Most fixes in one run of outliers, … */
export const outlierFixes = 10;
/** … or all that come within so many seconds, … */
export const burstSeconds = 10;
/** … but no more than so many. */
export const burstFixes = 200;
/** Seconds from the last good fix up to which a jump need only break the track's pace; later it has to exceed the highest speed. */
export const outlierSeconds = 20;
/** Most seconds from the last good fix before a run of outliers to the first after it. */
export const impossibleSeconds = 300;
/** Most of a track's fixes, as a share, that may be outliers: where more jump, the times are wrong. */
export const outlierShare = 0.45;
/** … but so many fixes may be in any track. */
export const outlierLeast = 2;
/** Most fixes at a track's end that are outliers together. */
export const endFixes = 5;
/** Moves next to them that all have to be possible. */
export const endAgreed = 10;
/** Highest change of speed, m/s². */
export const outlierAcceleration = 3;
/** Errors of the fixes by which a jump has to be longer than what could be driven. */
export const outlierErrors = 2;
/** Seconds over which the pace of a track is averaged. */
export const outlierMemory = 5;

// ——— smooth.ts: noise that is independent from fix to fix, averaged out ———
/** Least noise that is averaged out, metres per axis. */
export const smoothLeast = 1.5;
/** Fixes tell of each other if they are no farther apart in time than so many metres take at the highest speed, … */
export const smoothMetres = 210;
/** … or longer, the larger the noise: until the traveller's own change of motion has so many times its variance, … */
export const smoothLoose = 20;
/** … but no longer than so many metres take at the highest speed. */
export const smoothMost = 480;
/** Both are so many times as much where the fixes state such errors. */
export const smoothStated = 4;
/** Least number of fixes that have to show the noise. */
export const smoothFixes = 20;
/** Nothing is averaged over a jump: between fixes that are so many errors farther apart than can be travelled. No outlier is that far off. */
export const smoothJump = 40;
/** The variance of a fix's noise goes by its stated error over the median one, but by no less than this. */
export const smoothShare = 0.3;
/** Fixes of a block, whose noise is measured by itself as well: fewer would not show it. */
export const smoothBlock = 60;
/** Most noise, metres per axis, unless the fixes state such errors: more is taken for two travellers under one name, and not averaged out. */
export const smoothNoise = 100;
/** Fixes that state more than so many times the median error are of another source: their noise is measured by themselves, … */
export const coarseTimes = 3;
/** … on so many of them at least, … */
export const coarseFixes = 6;
/** … and it has to be more than this share of the 68 % radius that they state, three fifths of their error: else they are the same receiver's, between houses. */
export const coarseShare = 0.4;
/** Bends are noise if their variance over twice the time is less than so many times as large (of noise: 1 time; of turning: 8 times). */
export const smoothRatio = 3;
/** Seconds in which the variance of a traveller's velocity, per axis, grows to the square of the highest speed. */
export const smoothTurnSeconds = 150;

// ——— stays.ts: a receiver that wanders while its traveller stands ———
/** A stay fits in a box of so many metres, … */
export const stayMetres = 100;
/** … or of this share of what can be travelled in `staySeconds`, if that is less. */
export const stayShare = 0.05;
/** Below this reported speed, m/s, a traveller stands, … */
export const stayHalt = 0.5;
/** … and the box may be so many times as wide. */
export const stayHalted = 2;
/** Least seconds of a stay. */
export const staySeconds = 300;
/** Least number of fixes of a stay. */
export const stayFixes = 4;
/** Metres from which on the distance between two of its fixes counts as movement: less is noise. */
export const stayApart = 7;
/** A receiver at rest makes up movement of so many times the width of the box or more, … */
export const stayWander = 3.5;
/** … (each second of the stay counts for so many metres of it, since fixes that are far apart show little of it), … */
export const stayIdle = 0.1;
/** … not counting what reported speeds of so many m/s or more explain, … */
export const staySpeed = 2;
/** … and goes on making it up. In each period of so many seconds it moves, … */
export const stayHop = 30;
/** … on the average, by at least this share of the fixes' median distance from the middle: a traveller with halts mostly stands. … */
export const stayHopped = 0.45;
/** … It does not go straight on: the mean cosine from one move to the next is at most this. … */
export const stayStraight = 0.6;
/** … It does not circle: the area swept around the middle is at most this share of what its movement would sweep at the median distance. */
export const staySwept = 0.35;
/** Fixes at either end of the box that are farther from the middle than so many times the median distance belong to the way there and on. */
export const stayNear = 6;
/** Metres by which the fixes before and after a stay may be farther from its middle than can be travelled in the time. */
export const stayReach = 10;

// ——— even-times.ts, times.ts: times for fixes without one ———
/** Metres from which on a distance between fixes counts as a move. */
export const madeMetres = 2;
/** Speed given to a long move (the 90th percentile) of a track without times, as a share of the highest speed. */
export const madeShare = 0.25;
/** Such moves are measured over so many fixes at most: from one fix to the next there may be noise alone. */
export const madeFixes = 8;
/** … and over fewer if the 90th percentile is so many metres. */
export const madeFar = 100;

// ——— steps.ts, transition.ts, way-search.ts: fixes merged into steps ———
/** Metres that the fixes of two steps are apart at least: a fix nearer to its step's is merged into that step. */
export const stepSpacing = 8;
/** … or so many of the fix's errors per axis, if that is more: movement within the error may be noise. */
export const spacingSigmas = 1.5;
/** … but no more metres than this. */
export const spacingMost = 100;
/**
 * Seconds between two fixes in one place from which on each may be a step: the traveller may have gone away and come back. In less it was a halt, as at
 * a red light.
 */
export const returnSeconds = 20;
/** … if the fixes before and after the two are at least so many times the spacing away. */
export const returnSpacings = 2;
/** Most fixes in a row that are passed over. A fix is, if it lies where straight and even movement from its step to the fix after it would put it. */
export const evenFixes = 3;
/** Most seconds from that step to the fix after those passed over. */
export const evenSeconds = 5;
/** Most metres between these two. */
export const evenMetres = 60;
/** Most metres that a passed-over fix may lie beside the line between them. */
export const evenBeside = 2;
/** Most metres that it may lie ahead of or behind where even movement would put it. */
export const evenAlong = 4;

// ——— steps.ts, options.ts, outliers.ts, smooth.ts, stays.ts, times.ts, vague.ts: the error taken for each fix ———
/** Error of the map itself per axis, metres: half a carriageway, and inexact drawing. */
export const mapSigma = 2.5;
/** Error per axis taken for fixes that report no accuracy, metres. */
export const defaultSigma = 5;
/** Least error per axis taken for any step, metres. */
export const leastSigma = 2.5;

// ——— steps.ts, candidates.ts, evidence.ts: errors that last from step to step ———
/** Seconds after which a receiver's error counts as a new one: steps closer than this weigh less. */
export const correlationSeconds = 20;
/** … metres, where there are no times. */
export const correlationMetres = 100;
/** Least weight of a step's own evidence, however close the step before is. */
export const leastWeight = 0.25;
/** How many pairs of steps this assumed correlation is worth beside the one seen in the track's decoded errors. */
export const correlationPrior = 10;
/** While a traveller stays, each `correlationSeconds` bring a new error. At most so many of them count as evidence against all roads. */
export const lastingMost = 10;

// ═════════ match/decode and match/routes ═════════

// ——— candidates.ts, decoding.ts, options.ts, transition.ts, prune.ts: which states there are ———
/** A road may be so many errors away from a fix, or `searchRadius` if that is more. */
export const radiusSigmas = 5;
/** Metres within which a road is looked for where none is that near, unless the caller gives a radius. */
export const lastResortRadius = 150;
/** A place is left out if its own evidence is more than so many nats behind the best, … */
export const candidateNats = 3.5;
/** … unless the step before has a state on its edge that is less than so many nats behind. */
export const beamNats = 5;
/** Nats in place of `candidateNats`, if the cheapest way to a step costs more than being at a place left out. */
export const wideNats = 8;
/** Places are first looked for within the distance that matters if the nearest costs so many nats; if it costs more, once more and farther. */
export const nearNats = 1;
/** If the step before has a state less than so many nats behind, its edge is searched as far as the widest radius. */
export const farNats = 2;
/** No way leads on from a state that is more than so many nats behind the likeliest, … */
export const sourceNats = 11;
/** … or than so many, … */
export const crowdNats = 7;
/** … if so many states or more are within these. */
export const crowd = 6;
/** Once the likeliest way is known, prune.ts leaves out each state whose best way is more than so many nats behind it. */
export const keepNats = 9;
/** Two places on one winding edge are told apart if the distance to the edge rises by so many metres between them. */
export const branchRise = 12;

// ——— emission.ts, extent.ts, drift.ts, pace.ts: what a fix says ———
/** Degrees of freedom of Student's t: the fewer, the heavier the tail of a fix's error. */
export const tailFreedom = 3;
/** Least share of its road for which a place counts in the posterior, however short the edge. */
export const leastExtent = 1e-3;
/** Concentration κ of the course around the direction of travel, at full trust. */
export const courseConcentration = 12;
/**
 * Trust is half where the square of the speed is so many m/s times the highest speed: a car that crawls may be turning, a walker goes straight ahead.
 */
export const courseSlow = 0.15;
/** Most nats that a wrong course costs. */
export const courseMost = 8;
/**
 * Nats for each multiple of a road's usual speed by which the traveller is faster. The speed is the one reported, or else that of the slower of the
 * straight lines to the steps before and after, less the fix's error.
 */
export const haste = 4;
/** Multiple of the usual speed up to which that costs nothing. */
export const hasteLeast = 1.1;
/** Most nats it costs. */
export const hasteMost = 4;
/** Nats for each multiple of the usual speed by which the traveller is too slow on a fast road: in a jam, … */
export const jam = 0.5;
/** … on a road whose metre usually takes fewer seconds than this, … */
export const jamSlowness = 0.06;
/** … at less than this share of its usual speed, … */
export const jamMost = 0.6;
/** … but at more than so many m/s: to crawl there is always a reason. */
export const jamSpeed = 4;

// ——— emission.ts, transition.ts, kind-discount.ts: off the road ———
/** Being off the roads costs as much as a road so many of the fix's errors away, … */
export const offSigmas = 6;
/** … or so many metres, if that is more. */
export const offMetres = 50;
/** Nats of leaving the network, and of joining it, … */
export const offSwitch = 7;
/** … and of each metre off it. */
export const offPerMetre = 0.0115;
/**
 * At a track's first or last step, if the step next to it has no road at all, leaving or joining costs so many nats less than being off the road there, if
 * that is less than `offSwitch`. Otherwise a single fix far from any road would take a whole stop on a road off it.
 */
export const offLone = 1;

// ——— leg.ts, candidates.ts, route.ts, transition.ts, way-search.ts: how far routes are looked for ———
/** Longest route tried: so many times the straight distance, … */
export const boundTimes = 2.5;
/** … and so many metres more, … */
export const boundMetres = 300;
/** … or, if that is more, as far as one gets at so many m/s … */
export const boundSpeed = 25;
/** … in the time, but in no more than so many seconds: hairpins lead back to where one was. */
export const boundSeconds = 240;
/** To that is added room for so many nats of charges, at β metres a nat. */
export const boundNats = 10;
/** Not tried are routes longer than the shortest from the same place by more than so many metres, … */
export const detourMetres = 50;
/** … this share of the straight distance, … */
export const detourShare = 0.25;
/** … and so many nats of excess, at β metres a nat. */
export const detourNats = 10;
/**
 * Where fixes are far apart (`farBeta`), the detour allowed shrinks with how far behind the state is that it starts from: to `otherDetour` of it at
 * about so many nats, …
 */
export const detourBehind = 8;
/** … from all of it so many nats before that. */
export const detourFading = 4;
/** Share of the detour that is allowed at the other price, where fewer ways are wanted; and the least share from any state. */
export const otherDetour = 0.1;
/** If the cheapest way to a step costs so many nats or more, ways to it are searched again, … */
export const againNats = 5;
/** … as far round as so many nats are worth: to find a way round a banned turn or a barrier. */
export const ruleNats = 5.5;
/**
 * Metres that a nat of charges is worth in the search, on legs whose β is below `middleBeta`. There are few such prices, so that trees already searched
 * can be used again.
 */
export const priceNear = 10;
/** … on other legs, … */
export const priceMiddle = 60;
/** … and for the second search on legs whose β is `farBeta` or more. */
export const priceFar = 150;
/** β, metres, from which on legs take `priceMiddle`. */
export const middleBeta = 16;
/** β, metres, from which on ways are also searched at `priceFar`. */
export const farBeta = 50;
/** m/s of a ferry, which may be faster than its passenger can be. */
export const ferrySpeed = 20;

// ——— leg.ts, ways.ts, way-search.ts: routes longer than straight ———
/** β, the scale of |route − straight| in metres: a constant, … */
export const betaBase = 2;
/** … plus this share of the straight distance, … */
export const betaPerMetre = 0.06;
/** … of the error of both fixes together, … */
export const betaPerSigma = 0.5;
/** … and so many metres for each second between them, … */
export const betaPerSecond = 0.65;
/** … but no more seconds than this, … */
export const betaSeconds = 60;
/**
 * … and those that the straight line and so many errors (`backSigmas`) take at the highest speed over this: who is no farther on after longer, stood meanwhile.
 */
export const betaSlow = 10;
/** Going back along an arc costs a nat each β metres, or each so many errors of the two fixes if that is less: it is the noise of standing still. */
export const backSigmas = 2;
/** Beyond about so many nats, the cost of an excess grows with its square root only: roads do wind. */
export const excessTail = 1.5;

// ——— leg.ts, ways.ts, mute.ts, stays.ts: speed ———
/** Nats per relative excess of a way over the farthest that the traveller can get in the time. */
export const speedExcess = 20;
/** Most seconds for which reported speeds foretell the distance. */
export const speedHorizon = 20;
/** m/s² by which the error of that grows. */
export const speedSpread = 0.6;
/** Weight of reported speeds at one fix a second, … */
export const speedWeight = 0.5;
/** … which rises to twice that at so many seconds. */
export const speedSure = 10;
/** Most nats they cost, before that weight. */
export const speedCap = 8;

// ——— leg.ts: breaks in the route ———
/** Nats of a break. */
export const gap = 16;
/** Nats less if its ends are at the same time, and so probably the two sides of a hole in the map, … */
export const gapShort = 4;
/** … falling to nothing less at so many seconds. */
export const gapSeconds = 15;
/** Seconds from which on a break also costs by the metre, as all ways cost more the longer they are: … */
export const gapSoon = 60;
/** … so many nats for each metre between its ends, … */
export const gapPerMetre = 0.002;
/** … as far as one gets since then at so many m/s. */
export const gapSpeed = 30;
/** Seconds from which on it costs still more by the metre, or after long silence it would be cheaper than any road: … */
export const gapLong = 240;
/** … so many nats a metre more. */
export const gapLater = 0.003;

// ——— decoding.ts: tracks on a map that lacks roads ———
/** Nats from which on a leg of the way decoded is taken for a break: less than most breaks cost, more than a U-turn that is forbidden. */
export const brokenLeast = 14;
/** Nats that breaks, leaving the roads and joining them cost less on a track that has one, or has left the roads and come back. */
export const brokenBefore = 3;

// ——— rules.ts, way-search.ts: U-turns, and ways that take too long ———
/** Nats of a U-turn at a dead end, … */
export const uTurnDeadEnd = 2;
/** … at a junction, … */
export const uTurnJunction = 4;
/** … and on the open road, … */
export const uTurnRoad = 8;
/** … where it is this for walkers and cyclists. */
export const uTurnOnFoot = 5.5;
/** Nats more where the U-turn policy forbids it. */
export const uTurnForbidden = 4;
/** Nats more of a U-turn at the fix itself, after a route to it in the other direction. */
export const uTurnHere = 2;
/**
 * A U-turn on the road may cost so many nats more than a way without one (round by the road's end, say) and still be chosen, for each multiple by which
 * that way usually takes longer than there was time, …
 */
export const late = 4;
/** … and so many seconds more. */
export const lateSeconds = 1;
/** Nats for each multiple by which a way usually takes longer than there was time (or than the straight line would take, if that is longer), … */
export const hurry = 8;
/** … beyond so many times: nobody was that fast. */
export const hurryLeast = 2.5;

// ——— rules.ts: rules of the road ———
/** Nats of entering an arc against its one-way rule. Less than `wideNats`, or no place against the rules would ever be considered. */
export const wrongWay = 5;
/** … and for each of its metres. */
export const wrongWayPerMetre = 0.02;
/** Factor on both for walkers and cyclists: few of them obey. */
export const wrongWayOnFoot = 0.3;
/** Nats of entering an arc closed to the mode. */
export const noAccess = 3;
/** … and for each of its metres. */
export const noAccessPerMetre = 0.01;
/** Nats of a banned turn. */
export const bannedTurn = 4;
/** Nats of passing a barrier. */
export const barrier = 4;
/** Nats a metre for each unit by which an `avoid` factor exceeds 1. */
export const avoidPerMetre = 0.01;

// ——— rules.ts, kind-discount.ts, pace.ts, way-search.ts: kinds of road, for those who drive ———
/** Nats a metre on a road of a class that few drives use: of thousands of metres driven one is on a track. Likewise for the classes below. */
export const trackPerMetre = 0.022;
export const servicePerMetre = 0.015;
export const livingStreetPerMetre = 0.008;
export const residentialPerMetre = 0.004;
export const unclassifiedPerMetre = 0.003;
export const tertiaryPerMetre = 0.002;
export const secondaryPerMetre = 0.001;
/** Nats a metre more within a property: on an aisle of a car park, or a driveway. */
export const minorPerMetre = 0.01;
/**
 * A way that begins and ends on roads that are charged for their kind is charged for so many metres only, if it is straight: turning in is what is rare,
 * not staying. It is charged …
 */
export const kindMetres = 20;
/** … more the longer than straight it is, and in full if it is longer by this share of the straight distance … */
export const kindLonger = 0.15;
/** … and so many of the fixes' errors. */
export const kindSigmas = 2;
/** In place of `kindLonger`, along a track or a road that may not be entered: tracks wind, and where they do had cost more than no road. */
export const trackLonger = 2;
/** Most nats charged for a kind of which a metre costs more than a metre off the roads: however it winds, it is no dearer than no road. */
export const kindMost = 6;
/** A way that costs so many nats more than its kind breaks a rule, and is charged in full. */
export const kindNats = 2;
/**
 * Nats for each second that a metre takes longer at a posted limit than at the usual one. A faster limit takes as much off the price of the kind, down
 * to nothing.
 */
export const slowPerSecond = 0.15;
/** The usual limit, m/s: 45 km/h. */
export const usualLimit = 12.5;
/** Lower limits are taken for this one, m/s, or the road would cost more than no road. */
export const slowestLimit = 5.5;
/** Nats of a turn back at a junction by its angle alone: half of it at a right angle, nothing straight on. */
export const turn = 1;
/**
 * Nats of bearing off where another way goes straighter on, all of one class and without a name: a ramp, the loop of a rest area, a lane to the side, …
 */
export const ramp = 0.5;
/** … if the bend itself costs no more nats than this (16°). */
export const rampBend = 0.02;

// ——— past.ts: steps that the whole track is likelier without ———
/** Nats of passing over a step, … */
export const pass = 10;
/** … and for each second from the step before to the one after it. */
export const passPerSecond = 0.05;
/** Most steps passed over together. */
export const passSteps = 2;
/** Most seconds in which several steps, or one off the roads, are passed over. */
export const passSeconds = 60;

// ═════════ match/weigh ═════════

// ——— receiver.ts: errors scaled to the distances decoded ———
/** How many steps the stated errors are worth beside the distances decoded. */
export const scalePrior = 8;
/**
 * The scale is at most the median deviation of the errors (as multiples of the stated ones) from their median, over this: it would be 0.4 of the scale
 * if they were normal, less where they last.
 */
export const scaleScatter = 0.25;
/** Steps of a block, which may have a larger scale than the track. */
export const blockSteps = 16;
/** How many steps the track's scale is worth beside the distances of a block. */
export const blockPrior = 16;
/**
 * A block's scale is at most the median change of its errors from step to step, over this (0.53 if they were normal and independent): large errors that
 * hardly change may mean that there is no road.
 */
export const blockChange = 0.4;
/** A block's scale is taken only above so many times the track's: decoding again takes time. */
export const blockLeast = 1.5;
/** Least factor by which the errors of a track are scaled. */
export const scaleLeast = 0.1;
/** … and most. */
export const scaleMost = 5;
/** A scale below this, and above 1 over this, is taken for 1. */
export const scaleTolerance = 1.3;
/** … above 1 over this where errors were measured by smoothing. */
export const smoothedTolerance = 2;

// ——— across.ts: a map that is shifted as a whole ———
/** Least number of steps on roads that have to show it. */
export const shiftSteps = 20;
/** Least determinant of the mean outer product of the unit vectors across those roads: 0 if all have one direction, 0.25 if they have all alike. */
export const shiftRound = 0.05;
/** Least shift, metres. */
export const shiftMetres = 6;
/** Least share of the squared distances from the roads that it has to explain. */
export const shiftShare = 0.3;

// ——— across.ts, drift.ts: an error that changes slowly ———
/** A fix is beside its place, and not beyond a bend or an end of the road, if it is no more than so many metres ahead of or behind it along the road. */
export const acrossAlong = 0.5;
/** Seconds in which a receiver's error decays to 1/e. */
export const driftSeconds = 60;
/** … metres, where there are no times. */
export const driftMetres = 300;
/** Least share of an error that has to be left at the next step for its change to be weighed. */
export const driftLeast = 0.5;
/** Error that is new at each step, however soon it follows, metres per axis: receivers do jump. */
export const driftSigma = 3;
/** Weight of what the change of an error costs. */
export const driftWeight = 0.8;
/** Most nats it costs, before that weight. */
export const driftMost = 2;

// ——— pace.ts, steps.ts, transition.ts: the usual seconds of a leg against the seconds it took ———
/** Least seconds of a leg for its pace to be compared with that of the legs around it. */
export const paceSeconds = 5;
/** Most legs looked at on either side. */
export const paceLegs = 4;
/** Least pace that foretells anything, in usual seconds per second: less is standing. */
export const paceLeast = 0.08;
/** A leg of so many seconds goes by the speeds reported at its ends and by the legs around it in equal parts; a longer one less by the speeds. */
export const paceLasts = 60;
/** Share of the leg that a halt at one of its ends may have taken. */
export const paceHalt = 0.15;
/** One over the square of a share of the highest speed: at that share, a 30th, a traveller counts as half standing. */
export const standing = 900;
/** Assumed standard deviation of a leg's usual seconds, as a share of those foretold, … */
export const paceSpread = 0.15;
/** … which is worth so many legs beside those seen. */
export const pacePrior = 4;
/** Standard deviation of the seconds that turns and lights add to a leg or spare it. */
export const paceDelay = 3.5;
/** Assumed share of odd legs, which nothing foretells (a stop, a jam), … */
export const paceOdd = 0.2;
/** … which is worth so many legs beside those seen. */
export const paceOddPrior = 20;
/** An odd leg takes anything up to so many times the seconds foretold, all equally likely. */
export const paceOddRange = 3;
/** Least weight of a leg in the pace of those around it, however odd it is. */
export const paceOddWeight = 0.02;
/** Seconds of error that cost another nat, beyond what an odd leg costs: after an hour's rest the time says nothing. */
export const paceTail = 15;
/** Most nats that pace costs. */
export const paceMost = 8;
/** Assumed share of the regular legs that keep the pace as closely as their fixes' errors can tell, … */
export const paceEven = 0.2;
/** … which is worth so many legs beside those seen. */
export const paceEvenPrior = 20;
/** Standard deviation of such a leg's seconds, in those errors. */
export const paceNoise = 2;
/** A leg's variance is scaled by how well the pace foretold the legs around it. How well it foretold all legs is worth so many legs beside that, … */
export const paceLocal = 12;
/** … and the scale is at most this. */
export const paceLocalMost = 4;

// ═════════ match/result ═════════

// ——— path.ts: slivers ———
/** Pieces shorter than so many metres at a run's ends are dropped. */
export const sliver = 0.05;

// ——— confidence.ts, calibration.ts, place.ts: how sure a point is ———
/** States agree with the chosen one that are up to so many metres ahead or behind along the way, … */
export const agreeMetres = 10;
/** … and so many of the fix's errors more, … */
export const agreeSigmas = 4;
/** … but no more than so many metres. */
export const agreeMost = 60;
/** Errors between a place and its fix beyond which the place is less sure: a road missing from the map is no rarer than so large an error. */
export const astraySigmas = 3.5;
/** Confidence is at most 1 less so much for each error beyond that, … */
export const astrayPerSigma = 0.3;
/** … or at most this, if that is more. */
export const astrayLeast = 0.7;
