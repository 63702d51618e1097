//! The blocks of a document, and which of its lines are left when some of them are folded.
//!
//! A block is an object or array that stands over several lines: the line that opens it, what is
//! inside, and the line that closes it.

/// The blocks of a document, in the order of the lines that open them.
#[derive(Clone, Debug, Default)]
pub(super) struct Blocks(Vec<Block>);

/// One block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Block {
    /// The line that opens it.
    line: u32,
    /// The line that closes it.
    pub(super) end: u32,
    /// Where the block stands that it is in; its own place when it is in none.
    parent: u32,
}

/// Which blocks are to be folded, by the lines that open them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoldWish {
    /// All of them, but for the outermost one: to fold that would leave nothing to look at.
    pub all: bool,
    /// These.
    pub folded: Vec<usize>,
    /// Not these, even when all are.
    pub open: Vec<usize>,
}

/// What is hidden by folded blocks. Those inside of others are left out: they hide nothing more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Folds(Vec<Fold>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fold {
    line: u32,
    end: u32,
    /// How many lines are hidden by the folds before it.
    hidden: u32,
}

impl Blocks {
    /// The blocks of lines that are indented so far.
    pub(super) fn of(depths: impl Iterator<Item = u8>) -> Self {
        let mut blocks: Vec<Block> = Vec::new();
        // Blocks that no line has closed, and how far they are indented.
        let mut open: Vec<(u8, usize)> = Vec::new();
        let mut before = None;
        for (number, depth) in depths.enumerate() {
            let number = narrow(number);
            while let Some((_, block)) = open.pop_if(|(outer, _)| depth <= *outer) {
                blocks[block].end = number;
            }
            if let Some(outer) = before.filter(|outer| depth > *outer) {
                let place = blocks.len();
                let parent = open.last().map_or(place, |(_, parent)| *parent);
                blocks.push(Block { line: number - 1, end: number, parent: narrow(parent) });
                open.push((outer, place));
            }
            before = Some(depth);
        }
        blocks.shrink_to_fit();
        Blocks(blocks)
    }

    /// The block that this line opens.
    pub(super) fn opened_by(&self, line: usize) -> Option<Block> {
        let place = self.0.binary_search_by_key(&narrow(line), |block| block.line).ok()?;
        Some(self.0[place])
    }

    /// The lines that open the blocks in which this line stands, the outermost first.
    pub(super) fn around(&self, line: usize) -> Vec<usize> {
        let line = narrow(line);
        let mut around = Vec::new();
        // The block that was opened last before this line is in all those that the line is in, or is one.
        let mut at = self.0.partition_point(|block| block.line < line).checked_sub(1);
        while let Some(place) = at {
            let block = self.0[place];
            if block.end >= line {
                around.push(block.line as usize);
            }
            at = Some(block.parent as usize).filter(|parent| *parent != place);
        }
        around.reverse();
        around
    }

    pub(super) fn folds(&self, wish: &FoldWish) -> Folds {
        let mut folds = Folds::default();
        if wish.all {
            let mut open: Vec<u32> = wish.open.iter().copied().map(narrow).collect();
            let mut folded: Vec<u32> = wish.folded.iter().copied().map(narrow).collect();
            open.sort_unstable();
            folded.sort_unstable();
            for (place, block) in self.0.iter().enumerate() {
                let is_outermost = block.parent as usize == place;
                let is_meant = !is_outermost && open.binary_search(&block.line).is_err();
                if is_meant || folded.binary_search(&block.line).is_ok() {
                    folds.push(*block);
                }
            }
        } else {
            let mut wanted = wish.folded.clone();
            wanted.sort_unstable();
            for block in wanted.into_iter().filter_map(|line| self.opened_by(line)) {
                folds.push(block);
            }
        }
        folds
    }
}

impl Folds {
    /// Adds a block that is opened after those that were added; one inside of them hides nothing more.
    fn push(&mut self, block: Block) {
        let last = self.0.last();
        if last.is_none_or(|last| block.line > last.end) {
            let hidden = last.map_or(0, |last| last.hidden + (last.end - last.line));
            self.0.push(Fold { line: block.line, end: block.end, hidden });
        }
    }

    /// How many lines are hidden.
    pub fn hidden(&self) -> usize {
        self.0.last().map_or(0, |last| (last.hidden + (last.end - last.line)) as usize)
    }

    /// The line that closes the block that is folded into this line.
    pub fn end_of(&self, line: usize) -> Option<usize> {
        let place = self.0.binary_search_by_key(&narrow(line), |fold| fold.line).ok()?;
        Some(self.0[place].end as usize)
    }

    /// The number of the line that is the one with this place among those that are left.
    pub fn number_of(&self, place: usize) -> usize {
        let before = self.0.partition_point(|fold| ((fold.line - fold.hidden) as usize) < place);
        let hidden = before.checked_sub(1).map(|last| self.0[last]);
        place + hidden.map_or(0, |last| (last.hidden + (last.end - last.line)) as usize)
    }

    /// The place of this line among those that are left; that of the line into which it is folded when
    /// it is hidden.
    pub fn place_of(&self, line: usize) -> usize {
        let line = narrow(line);
        let before = self.0.partition_point(|fold| fold.line < line);
        let place = match before.checked_sub(1).map(|last| self.0[last]) {
            None => line,
            Some(last) if line <= last.end => last.line - last.hidden,
            Some(last) => line - last.hidden - (last.end - last.line),
        };
        place as usize
    }
}

/// Numbers of lines, of which there are no more than bytes.
fn narrow(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
