//! The open variables, most active first: a binary heap that knows the position of each.

/// A heap of variables by activity; ties go to the lower variable.
pub(super) struct Heap {
    order: Vec<u32>,
    /// The position of a variable in `order`; `ABSENT` if it is not there.
    place: Vec<u32>,
    pub(super) activity: Vec<f64>,
    /// The weight of a conflict now.
    step: f64,
}

const ABSENT: u32 = u32::MAX;

impl Heap {
    /// Creates a heap of all variables with these activities.
    pub(super) fn new(activity: Vec<f64>) -> Self {
        let order: Vec<u32> = (0..activity.len() as u32).collect();
        let mut heap = Self { place: order.clone(), order, activity, step: 1.0 };
        for at in (0..heap.order.len() / 2).rev() {
            heap.down(at);
        }
        heap
    }

    fn before(&self, a: u32, b: u32) -> bool {
        let (x, y) = (self.activity[a as usize], self.activity[b as usize]);
        x > y || (x == y && a < b)
    }

    pub(super) fn insert(&mut self, variable: u32) {
        if self.place[variable as usize] == ABSENT {
            self.place[variable as usize] = self.order.len() as u32;
            self.order.push(variable);
            self.up(self.order.len() - 1);
        }
    }

    /// Increases the activity of a variable.
    pub(super) fn bump(&mut self, variable: usize) {
        self.activity[variable] += self.step;
        if self.activity[variable] > 1e100 {
            for activity in &mut self.activity {
                *activity *= 1e-100;
            }
            self.step *= 1e-100;
        }
        let at = self.place[variable];
        if at != ABSENT {
            self.up(at as usize);
        }
    }

    /// Reduces the weight of earlier conflicts by that factor, below 1.
    pub(super) fn decay(&mut self, factor: f64) {
        self.step *= 1.0 / factor;
    }

    pub(super) fn pop(&mut self) -> Option<u32> {
        let first = *self.order.first()?;
        let last = self.order.pop()?;
        self.place[first as usize] = ABSENT;
        if last != first {
            self.order[0] = last;
            self.place[last as usize] = 0;
            self.down(0);
        }
        Some(first)
    }

    fn up(&mut self, mut at: usize) {
        let variable = self.order[at];
        while at > 0 {
            let above = (at - 1) / 2;
            if !self.before(variable, self.order[above]) {
                break;
            }
            self.order[at] = self.order[above];
            self.place[self.order[at] as usize] = at as u32;
            at = above;
        }
        self.order[at] = variable;
        self.place[variable as usize] = at as u32;
    }

    fn down(&mut self, mut at: usize) {
        let variable = self.order[at];
        loop {
            let mut below = 2 * at + 1;
            if below >= self.order.len() {
                break;
            }
            if below + 1 < self.order.len() && self.before(self.order[below + 1], self.order[below])
            {
                below += 1;
            }
            if !self.before(self.order[below], variable) {
                break;
            }
            self.order[at] = self.order[below];
            self.place[self.order[at] as usize] = at as u32;
            at = below;
        }
        self.order[at] = variable;
        self.place[variable as usize] = at as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn pops_by_activity_then_number() {
        let mut rng = Rng::from_seed(1);
        for size in [0, 1, 2, 50] {
            let mut heap = Heap::new((0..size).map(|_| rng.below(10) as f64).collect());
            for _ in 0..size {
                let variable = rng.below(size);
                heap.bump(variable);
                heap.decay(0.3);
            }
            let mut expected: Vec<u32> = (0..size as u32).collect();
            expected.sort_by(|&a, &b| {
                heap.activity[b as usize].total_cmp(&heap.activity[a as usize]).then(a.cmp(&b))
            });
            // What is popped and put back is popped again.
            if let Some(first) = heap.pop() {
                heap.insert(first);
                heap.insert(first);
            }
            let popped: Vec<u32> = std::iter::from_fn(|| heap.pop()).collect();
            assert_eq!(popped, expected);
        }
    }
}
